import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Times in every table are milliseconds since 1970 UTC, from the clock port.

/** People with an account. Sessions themselves live in KV. */
export const users = sqliteTable("users", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Lower case. */
  email: text().notNull().unique(),
  firstName: text("first_name").notNull().default(""),
  lastName: text("last_name").notNull().default(""),
  /** Empty for people who only ever used Google. Holds algorithm, parameters, salt and key. */
  passwordHash: text("password_hash"),
  /** Google's `sub`, the only part of a Google identity that never changes. */
  googleSub: text("google_sub").unique(),
  emailVerifiedAt: integer("email_verified_at"),
  isStaff: integer("is_staff", { mode: "boolean" }).notNull().default(false),
  isSuperuser: integer("is_superuser", { mode: "boolean" }).notNull().default(false),
  suspendedAt: integer("suspended_at"),
  /** Compared with the one in each session: raising it ends them all at once, which KV alone cannot do. */
  sessionEpoch: integer("session_epoch").notNull().default(0),
  stripeCustomerId: text("stripe_customer_id").unique(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/**
 * One-time codes and links: log in, verify an address, reset a password. Tries and use are counted here, because
 * counting must be atomic; what the code stands for may lie in KV.
 */
export const challenges = sqliteTable(
  "challenges",
  {
    id: text().primaryKey(),
    purpose: text({ enum: ["login", "verify_email", "reset_password"] }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** HMAC of the code, or SHA-256 of a long token; never the secret itself. */
    secretHash: text("secret_hash").notNull(),
    attempts: integer().notNull().default(0),
    usedAt: integer("used_at"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("challenges_by_user").on(table.userId, table.purpose, table.createdAt),
    index("challenges_by_expiry").on(table.expiresAt),
  ],
);
