import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { blogPosts } from "./blogs.ts";
import { sites } from "./sites.ts";

/**
 * Pictures in R2. A row is there before its file and goes after it, so that no file is ever without one.
 */
export const uploads = sqliteTable(
  "uploads",
  {
    /** In R2, below `uploadPrefix(userId)`; never used twice. */
    key: text().primaryKey(),
    /** Empty once the account is deleted. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    bytes: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Whether an article or a post shows it; kept by triggers. */
    isShown: integer("is_shown", { mode: "boolean" }).notNull().default(false),
    /** Since when nothing shows it. Empty while something does, and then until cron has seen that nothing does. */
    unusedSince: integer("unused_since"),
    /** Set when its removal began: nothing may show it any more, and it counts for no quota. */
    removedAt: integer("removed_at"),
  },
  (table) => [
    // All that the quotas ask for, so that they read no row of the table.
    index("uploads_by_user").on(table.userId, table.createdAt, table.bytes, table.removedAt),
    index("uploads_unused")
      .on(table.unusedSince)
      .where(sql`NOT ${table.isShown} AND ${table.removedAt} IS NULL`),
    index("uploads_removed")
      .on(table.removedAt)
      .where(sql`${table.removedAt} IS NOT NULL`),
  ],
);

/** Pictures from elsewhere that lie in R2, and those that staff removed. A row is there before its file and goes after it. */
export const remoteImages = sqliteTable(
  "remote_images",
  {
    /** In R2: `remoteImageKey(address)`. */
    key: text().primaryKey(),
    address: text().notNull(),
    /** None where there was no picture. */
    bytes: integer().notNull().default(0),
    fetchedAt: integer("fetched_at").notNull(),
    /** Exact to the day. Empty once its file is gone for good. */
    usedAt: integer("used_at"),
    /** Since when it is not shown and not fetched any more. */
    removedAt: integer("removed_at"),
  },
  (table) => [
    index("remote_images_by_address").on(table.address),
    index("remote_images_by_use")
      .on(table.usedAt)
      .where(sql`${table.usedAt} IS NOT NULL`),
    index("remote_images_removed")
      .on(table.removedAt)
      .where(sql`${table.removedAt} IS NOT NULL`),
  ],
);

/** Which article or post shows which upload, as of its last save. */
export const imageUses = sqliteTable(
  "image_uses",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    uploadKey: text("upload_key")
      .notNull()
      .references(() => uploads.key, { onDelete: "cascade" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "cascade" }),
    postId: integer("post_id").references(() => blogPosts.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("image_uses_by_upload").on(table.uploadKey),
    uniqueIndex("image_uses_by_site").on(table.siteId, table.uploadKey),
    uniqueIndex("image_uses_by_post").on(table.postId, table.uploadKey),
    check("image_uses_of_one", sql`(${table.siteId} IS NULL) <> (${table.postId} IS NULL)`),
  ],
);
