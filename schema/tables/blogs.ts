import { desc } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** Articles by staff. */
export const blogPosts = sqliteTable(
  "blog_posts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slug: text().notNull().unique(),
    authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    excerpt: text().notNull(),
    /** Cleaned Editor.js document as JSON. */
    content: text().notNull(),
    /** JSON list of the sites that the content's link cards lead to: their cards are read together with the post. */
    siteSlugs: text("site_slugs").notNull().default("[]"),
    /** Key in R2, served at `/media/{key}`. */
    featuredImage: text("featured_image"),
    featuredImageAlt: text("featured_image_alt").notNull().default(""),
    /** Empty for a draft; public once this time has come. */
    publishedAt: integer("published_at"),
    /** Readers had seen it when its time was changed; kept by a trigger. */
    wasPublic: integer("was_public", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("blog_posts_by_publication").on(desc(table.publishedAt))],
);

/** Addresses of deleted posts that readers had seen: they answer 410. */
export const deletedPostSlugs = sqliteTable("deleted_post_slugs", { slug: text().primaryKey() });
