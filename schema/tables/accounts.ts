import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// All times in all tables are Unix milliseconds. They come from the Worker's clock, never from SQLite's.

const name = sql`substr(email, 1, min(instr(email || '+', '+'), instr(email, '@')) - 1)`;
const host = sql`substr(email, instr(email, '@') + 1)`;
const dotless = sql`CASE WHEN ${host} IN ('gmail.com', 'googlemail.com') THEN '@gmail.com' WHEN ${host} IN ('proton.me', 'protonmail.com', 'pm.me') THEN '@proton.me' END`;
const mailboxOfEmail = sql`coalesce(replace(${name}, '.', '') || ${dotless}, ${name} || '@' || ${host})`;

/**
 * Accounts, inserted by a sign-up or a sign-in with Google. Cron deletes one whose email address is never verified.
 * Deleting an account also deletes its sites, likes and sessions.
 */
export const users = sqliteTable(
  "users",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Lower case. */
    email: text().notNull().unique(),
    /** `mailboxOf(email)`: a mailbox has one vote, however many accounts it has. */
    mailbox: text().generatedAlwaysAs(mailboxOfEmail),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    /** `scrypt$N$r$p$salt$key`. Null for a user who only signs in with Google. */
    passwordHash: text("password_hash"),
    /** `sub` of the Google account. Unlike its email address, it never changes. */
    googleSub: text("google_sub").unique(),
    /** Null until the email address is verified. Until then, nobody can sign in. */
    emailVerifiedAt: integer("email_verified_at"),
    isStaff: integer("is_staff", { mode: "boolean" }).notNull().default(false),
    isSuperuser: integer("is_superuser", { mode: "boolean" }).notNull().default(false),
    /** Set while the account is suspended: its user cannot sign in, and its sites are hidden. */
    suspendedAt: integer("suspended_at"),
    /** A session is valid only with the same epoch. Raising it ends all sessions of the user at once. */
    sessionEpoch: integer("session_epoch").notNull().default(0),
    /** Last password reset by mail. The keys of rate limits contain it, so a reset restarts the counts. */
    resetAt: integer("reset_at"),
    /** `cus_…` */
    stripeCustomerId: text("stripe_customer_id").unique(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("users_by_mailbox").on(table.mailbox),
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
 * Sessions that were not ended. KV has the details of a session (device, last use), but may be a minute late. This row
 * is deleted when the session ends, so it decides whether the session is valid. Cron deletes rows of expired sessions.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 of the cookie; also the key in KV. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * The user's `sessionEpoch` at sign-in. If the user's is higher now, the session has ended. Ending all other
     * sessions raises both.
     */
    epoch: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_age").on(table.createdAt)],
);

/**
 * Mailed one-time codes. KV has the hash of the code. This row counts attempts and use, because KV cannot count atomically.
 * A code without a row is invalid. A new code deletes the earlier ones of its purpose, and cron deletes expired ones.
 */
export const codes = sqliteTable(
  "codes",
  {
    /** SHA-256 of the token in the cookie of the browser that can enter the code. */
    id: text().primaryKey(),
    purpose: text({ enum: ["login", "google", "delete_account"] }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Random. KV has the hash of the code under this key. */
    kvKey: text("kv_key").notNull(),
    attempts: integer().notNull().default(0),
    usedAt: integer("used_at"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("codes_by_user").on(table.userId, table.purpose), index("codes_by_expiry").on(table.expiresAt)],
);

/**
 * Mailed links. The batch that acts on a link also deletes it, and cron deletes expired rows. A row of purpose
 * `refused_sign_up` is no link: it has the password of a sign-up without effect. A log-in with this password gets the
 * response of an unverified account, so that nobody learns that the account exists.
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
    /** Password and name of the sign-up. Null for a password reset. */
    passwordHash: text("password_hash"),
    /** SHA-256 of a cookie of the browser that signed up. There the link works without the password. */
    browserHash: text("browser_hash"),
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

/** Counters of rate limits. Cron deletes rows whose window has passed. */
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
