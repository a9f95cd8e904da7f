import { desc } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

export const blogPosts = sqliteTable(
  "blog_posts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slug: text().notNull().unique(),
    authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    excerpt: text().notNull(),
    /** Sanitized Editor.js document as JSON. */
    content: text().notNull(),
    /** JSON array: the sites in link cards of the content, so that one query reads the post and these sites. */
    siteSlugs: text("site_slugs").notNull().default("[]"),
    /** Key of the image in R2. Its URL is `/media/{key}`. */
    featuredImage: text("featured_image"),
    featuredImageAlt: text("featured_image_alt").notNull().default(""),
    /** The post is public from this time on. Null for a draft. */
    publishedAt: integer("published_at"),
    /** Set by a trigger if `publishedAt` changes when the post is already public. */
    wasPublic: integer("was_public", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("blog_posts_by_publication").on(desc(table.publishedAt))],
);

/**
 * Slugs of deleted posts that were public. Their URLs respond with 410, and no other post gets the slug. Rows are never
 * deleted.
 */
export const deletedPostSlugs = sqliteTable("deleted_post_slugs", { slug: text().primaryKey() });
