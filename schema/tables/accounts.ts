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
 * Which sessions are open. KV keeps the sessions themselves and may be a minute late; this row is there as soon as one
 * begins and gone as soon as it ends, and a person's rows are the list of their devices. It is never renewed.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 of the cookie, the key in KV. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The user's `sessionEpoch` when the proof for this session was given; once that is higher, it has ended. */
    epoch: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_age").on(table.createdAt)],
);

/**
 * One-time codes that were mailed. KV keeps the hash of each; tries and use are counted here, because counting must be
 * atomic, and a code without a row is void, however late KV is.
 */
export const codes = sqliteTable(
  "codes",
  {
    /** SHA-256 of the token in the cookie of the browser that may enter the code. */
    id: text().primaryKey(),
    purpose: text({ enum: ["login", "google", "delete_account"] }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What KV holds, as JSON, until it is sure to be there. */
    recent: text(),
    attempts: integer().notNull().default(0),
    usedAt: integer("used_at"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("codes_by_user").on(table.userId, table.purpose),
    index("codes_by_expiry").on(table.expiresAt),
    index("codes_recent")
      .on(table.createdAt)
      .where(sql`${table.recent} IS NOT NULL`),
  ],
);

/**
 * Mailed links and, under the same rules, the passwords of refused sign-ups. They stay in D1: a link lives for hours, is
 * used up in the batch that acts on it, and several of a person end together.
 */
export const mailedLinks = sqliteTable(
  "mailed_links",
  {
    /** SHA-256 of the token in the link. */
    id: text().primaryKey(),
    purpose: text({ enum: ["verify_email", "reset_password", "refused_sign_up"] }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Of a sign-up, refused or not; null for a link to reset, whose token is secret enough. */
    passwordHash: text("password_hash"),
    /** SHA-256 of the cookie of the browser that signed up: there the link works without the password. */
    browserHash: text("browser_hash"),
    /** As they were given with the sign-up. */
    firstName: text("first_name"),
    lastName: text("last_name"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("mailed_links_by_user").on(table.userId, table.purpose, table.createdAt),
    index("mailed_links_by_expiry").on(table.expiresAt),
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
