import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// All times in all tables are Unix milliseconds. They come from the Worker's clock, never from SQLite's.

/**
 * Accounts. A sign-up or a sign-in with Google inserts a row. The user or a superuser deletes it, or cron if the email
 * address is never verified. Deleting it also deletes the user's sites, likes and sessions.
 */
export const users = sqliteTable(
  "users",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Lower case. */
    email: text().notNull().unique(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    /** `scrypt$N$r$p$salt$key`. Null for a user who only signs in with Google. */
    passwordHash: text("password_hash"),
    /** `sub` of the user's Google account: the only part of it that never changes. */
    googleSub: text("google_sub").unique(),
    /** Null until the user has proved that the email address is theirs. Before that, nobody can sign in. */
    emailVerifiedAt: integer("email_verified_at"),
    isStaff: integer("is_staff", { mode: "boolean" }).notNull().default(false),
    isSuperuser: integer("is_superuser", { mode: "boolean" }).notNull().default(false),
    /** Set while the account is suspended. Its user cannot sign in, and its sites are hidden. */
    suspendedAt: integer("suspended_at"),
    /** A session is valid only if it has the same epoch. A higher epoch ends all sessions of the user at once. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    /**
     * Time of the last password reset by mail. It is part of the keys of rate limits, so a reset restarts the counts.
     */
    resetAt: integer("reset_at"),
    /** `cus_…`. Null until the user starts a payment. */
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
 * Sessions that were not ended. KV has the details of a session (device, last use), but may show a change a minute
 * late. This row is inserted when the session starts and deleted when it ends, so it decides whether the session is
 * valid. Using the session does not change the row. Cron deletes rows of expired sessions.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 of the cookie. KV uses it as the key. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * The user's `sessionEpoch` when the user proved who they are. If the user's epoch is higher now, the session has
     * ended.
     */
    epoch: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_age").on(table.createdAt)],
);

/**
 * Mailed one-time codes. KV has the hash of the code. This row counts the attempts, because KV cannot count atomically.
 * A code without a row is invalid. A new code of the same purpose deletes the earlier ones, and cron deletes expired
 * ones.
 */
export const codes = sqliteTable(
  "codes",
  {
    /** SHA-256 of the token in a cookie. Only the browser with this cookie can enter the code. */
    id: text().primaryKey(),
    purpose: text({ enum: ["login", "google", "delete_account"] }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** A copy of the value in KV, as JSON. Cron sets it to null when KV has had two minutes to propagate the value. */
    recent: text(),
    /** Codes that were entered, right or wrong. */
    attempts: integer().notNull().default(0),
    /** Set when the right code was entered. */
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
 * Mailed links that verify an email address or reset a password. The batch that acts on a link also deletes it. Cron
 * deletes expired rows. A row of purpose `refused_sign_up` is no link: it has the password of a sign-up that did not
 * take effect, because the email address has a verified account.
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
    /** The password of the sign-up. Null for a password reset. */
    passwordHash: text("password_hash"),
    /** SHA-256 of a cookie in the browser that signed up. In that browser the link works without the password. */
    browserHash: text("browser_hash"),
    /** The name that was entered at the sign-up. */
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

/**
 * Counters of rate limits: one row per limit and subject. A row restarts when its window has passed; cron deletes
 * expired rows.
 */
export const rateCounters = sqliteTable(
  "rate_counters",
  {
    /** HMAC of limit and subject, so that no IP address is stored. */
    key: text().primaryKey(),
    count: integer().notNull(),
    /** End of the window. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("rate_counters_by_expiry").on(table.expiresAt)],
);
