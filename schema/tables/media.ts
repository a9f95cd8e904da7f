import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { SITE_IMAGE_KINDS } from "#schema/images/site-images.ts";
import { users } from "./accounts.ts";
import { blogPosts } from "./blogs.ts";
import { sites } from "./sites.ts";

/**
 * Uploaded images. The row is inserted before its files are written to R2 and deleted after them, so each file has a
 * row. Cron deletes uploads that were unused for a day. Deleting an account deletes its uploads, except those that a
 * blog post uses. Deleting a site deletes its logo and screenshots.
 */
export const uploads = sqliteTable(
  "uploads",
  {
    /** Key in R2 of the widest file: `uploadPrefix(userId)` and a random part. `filesOf(key)` are all its files. */
    key: text().primaryKey(),
    /** An image of an article has one file. The others also have narrower ones. A cover is a post's featured image. */
    kind: text({ enum: ["article", "cover", "logo", "screenshot"] })
      .notNull()
      .default("article"),
    /** Lists show files up to this width in pixels (`MAX_LIST_IMAGE_BYTES`). 0: lists show the only file. */
    listWidth: integer("list_width").notNull().default(0),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    /** All files together. */
    bytes: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Whether a site, an article or a blog post uses the image. Triggers set it. */
    isShown: integer("is_shown", { mode: "boolean" }).notNull().default(false),
    /**
     * Time of the upload, or at which cron found that nothing uses the image. Null while it is used, and then until the
     * next cron run.
     */
    unusedSince: integer("unused_since"),
    /** Start of the deletion. From then on no document can use the image, and it does not count for the quota. */
    removedAt: integer("removed_at"),
  },
  (table) => [
    // A covering index for the quotas.
    index("uploads_by_user").on(table.userId, table.createdAt, table.bytes, table.removedAt),
    index("uploads_unused")
      .on(table.unusedSince)
      .where(sql`NOT ${table.isShown} AND ${table.removedAt} IS NULL`),
    index("uploads_removed")
      .on(table.removedAt)
      .where(sql`${table.removedAt} IS NOT NULL`),
  ],
);

/**
 * Images from other websites, cached in R2, and such images that staff removed. Cron deletes images that were not shown
 * for 30 days, first the file and then the row.
 */
export const remoteImages = sqliteTable(
  "remote_images",
  {
    /** Key in R2: `remoteImageKey(address)`. */
    key: text().primaryKey(),
    /** URL of the image. */
    address: text().notNull(),
    /** 0 until the file is fetched, and if the URL has no image. */
    bytes: integer().notNull().default(0),
    fetchedAt: integer("fetched_at").notNull(),
    /** Last use, up to a day too old. 0 if staff removed the image; null when cron has then deleted the file. */
    usedAt: integer("used_at"),
    /** Set if staff removed the image. It is then neither shown nor fetched. */
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

/** Which article or blog post uses which upload. Each save of a document replaces its rows. */
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

/** The logo and the screenshots of sites. Each save of a site replaces its rows. */
export const siteImages = sqliteTable(
  "site_images",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    kind: text({ enum: SITE_IMAGE_KINDS }).notNull(),
    /** From 0, in the owner's order. */
    position: integer().notNull(),
    uploadKey: text("upload_key")
      .notNull()
      .references(() => uploads.key, { onDelete: "cascade" }),
    /** Empty if the image is decorative: the owner has chosen so. Always empty for logos. */
    alt: text().notNull().default(""),
    caption: text().notNull().default(""),
  },
  (table) => [
    uniqueIndex("site_images_by_site").on(table.siteId, table.kind, table.uploadKey),
    index("site_images_in_order").on(table.siteId, table.kind, table.position),
    index("site_images_by_upload").on(table.uploadKey),
  ],
);

/**
 * Images of imported sites that are not fetched yet, or that could not be fetched. Cron sends the due rows to a queue.
 * Its consumer stores the image and then deletes the row.
 */
export const imageFetches = sqliteTable(
  "image_fetches",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    kind: text({ enum: SITE_IMAGE_KINDS }).notNull(),
    /** Position of the image among the site's screenshots, from 0. */
    position: integer().notNull(),
    /** URL of the image. */
    address: text().notNull(),
    alt: text().notNull().default(""),
    caption: text().notNull().default(""),
    attempts: integer().notNull().default(0),
    /** When cron sends the row to the queue, in Unix ms. Null after the last attempt failed. */
    dueAt: integer("due_at"),
    /** For staff: why the last attempt failed. */
    failure: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("image_fetches_by_site").on(table.siteId),
    index("image_fetches_due")
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
    index("image_fetches_failed")
      .on(table.id)
      .where(sql`${table.dueAt} IS NULL`),
  ],
);
