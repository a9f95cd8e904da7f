import { desc, lte, sql } from "drizzle-orm";
import { BLOGS_PER_PAGE } from "#schema/blogs.ts";
import type { BlogSummary } from "#schema/blogs.ts";
import { mediaPath } from "#schema/paths.ts";
import type { Page } from "#schema/sites.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import type { Db } from "../../http/database.ts";
import { rowsBefore } from "../sites/list.ts";
import { toIso } from "../sites/rows.ts";

const summary = {
  slug: blogPosts.slug,
  title: blogPosts.title,
  excerpt: blogPosts.excerpt,
  featuredImage: blogPosts.featuredImage,
  publishedAt: blogPosts.publishedAt,
  createdAt: blogPosts.createdAt,
  updatedAt: blogPosts.updatedAt,
};

/** Published posts, newest first: drafts and posts of the future are not there yet. */
export const publicBlogsStatement = (db: Db, { now, page }: { now: number; page: number }) =>
  db
    .select(summary)
    .from(blogPosts)
    .where(lte(blogPosts.publishedAt, now))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
    .limit(BLOGS_PER_PAGE)
    .offset(rowsBefore(page, BLOGS_PER_PAGE));

export async function listPublicBlogs(
  db: Db,
  { now, page }: { now: number; page: number },
): Promise<Page<BlogSummary>> {
  const [rows, counted] = await db.batch([
    publicBlogsStatement(db, { now, page }),
    db
      .select({ count: sql<number>`count(*)` })
      .from(blogPosts)
      .where(lte(blogPosts.publishedAt, now)),
  ]);
  const count = counted[0]?.count ?? 0;
  return { results: rows.map(toBlogSummary), count, page, pages: Math.ceil(count / BLOGS_PER_PAGE) };
}

type Row = Awaited<ReturnType<typeof publicBlogsStatement>>[number];

/** `created_at` is when readers could first see it. */
export const toBlogSummary = (row: Row): BlogSummary => ({
  title: row.title,
  slug: row.slug,
  excerpt: row.excerpt,
  featured_image: row.featuredImage ? mediaPath(row.featuredImage) : "",
  created_at: toIso(row.publishedAt ?? row.createdAt),
  updated_at: toIso(row.updatedAt),
});
