import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Times in every table are milliseconds since 1970 UTC, from the clock port.

/** People with an account. */
export const users = sqliteTable(
  "users",
  {
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
    /** When the password was last set by a mailed link: tries that were counted before count no more. */
    resetAt: integer("reset_at"),
    stripeCustomerId: text("stripe_customer_id").unique(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("users_staff")
      .on(table.id)
      .where(sql`${table.isStaff} OR ${table.isSuperuser}`),
    index("users_unverified")
      .on(table.updatedAt)
      .where(sql`${table.emailVerifiedAt} IS NULL`),
    index("users_suspended")
      .on(table.id)
      .where(sql`${table.suspendedAt} IS NOT NULL`),
  ],
);

/**
 * Who is signed in: what decides over each request, because only D1 is the same everywhere at once. KV keeps what a
 * session looks like to its owner.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 of the cookie. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The user's `sessionEpoch` when the proof for this session was given; once that is higher, it has ended. */
    epoch: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Exact to the hour, so that most requests write nothing. */
    lastUsedAt: integer("last_used_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("sessions_by_user").on(table.userId, table.lastUsedAt),
    index("sessions_by_expiry").on(table.expiresAt),
  ],
);

/** One-time codes and links. Tries and use are counted here, because counting must be atomic. */
export const challenges = sqliteTable(
  "challenges",
  {
    /** SHA-256 of the token in the link, or in the cookie of the browser that may enter the code. */
    id: text().primaryKey(),
    purpose: text({
      enum: ["login", "google", "verify_email", "reset_password", "delete_account", "refused_sign_up"],
    }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** HMAC of a code; the hash of the password of a sign-up; empty for other links, whose token is secret enough. */
    secretHash: text("secret_hash").notNull(),
    /** SHA-256 of the cookie of the browser that signed up: there the link works without the password. */
    browserHash: text("browser_hash"),
    /** The Google identity that a code links. */
    googleSub: text("google_sub"),
    /** As they were given with the sign-up, or by Google. */
    firstName: text("first_name"),
    lastName: text("last_name"),
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

/** How often something was tried: one row a limit and subject, started anew when its window has passed. */
export const rateCounters = sqliteTable(
  "rate_counters",
  {
    /** HMAC of limit and subject: no address of a visitor is stored. */
    key: text().primaryKey(),
    count: integer().notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("rate_counters_by_expiry").on(table.expiresAt)],
);
