import { count, desc, eq, sql } from "drizzle-orm";
import { BLOG_VERSION_CONFLICT, BLOGS_PER_PAGE, type StaffBlogSummary } from "#schema/articles/blogs.ts";
import { mediaPath, RESERVED_BLOG_SLUGS } from "#schema/pages/paths.ts";
import type { Page } from "#schema/sites/sites.ts";
import { blogPosts, deletedPostSlugs } from "#schema/tables/blogs.ts";
import { AppError } from "../../errors.ts";
import { type Db, violatesConstraint, type Statement } from "../../db/connection.ts";
import { pageOffset, toPage } from "../../db/paging.ts";
import { columnNames, runQuery } from "../../db/raw.ts";
import { changes } from "../../http/edge-scope.ts";
import { nextVersion } from "../../db/fail-batch.ts";
import { failUnlessStored, imageUseStatements, rejectMissingUpload, uploadKeysIn } from "../media/image-uses.ts";
import { slugify } from "../../names/slugs.ts";
import { deletedPostStatement, requirePost, summaryColumns } from "./queries.ts";
import { toStaffSummary } from "./staff-responses.ts";

export async function listAllPosts(
  db: Db,
  { now, page }: { now: number; page: number },
): Promise<Page<StaffBlogSummary>> {
  const [rows, counted] = await db.batch([
    db
      .select(summaryColumns)
      .from(blogPosts)
      .orderBy(desc(blogPosts.id))
      .limit(BLOGS_PER_PAGE)
      .offset(pageOffset(page, BLOGS_PER_PAGE)),
    db.select({ count: count() }).from(blogPosts),
  ]);
  return toPage(
    rows.map((row) => toStaffSummary(row, now)),
    { count: counted[0]?.count ?? 0, page, perPage: BLOGS_PER_PAGE },
  );
}

/** @throws AppError 404, or 410 if the post was deleted after readers had seen it. */
export async function requirePostForStaff(db: Db, slug: string) {
  const [rows, deleted] = await db.batch([
    db.select().from(blogPosts).where(eq(blogPosts.slug, slug)),
    deletedPostStatement(db, slug),
  ]);
  return requirePost(rows, deleted);
}

export type PostFields = {
  title: string;
  excerpt: string;
  /** A sanitized Editor.js document as JSON. */
  content: string;
  siteSlugs: string[];
  featuredImage: string | null;
  featuredImageAlt: string;
  publishedAt: number | null;
};

const uploadsOf = ({ content, featuredImage }: PostFields) =>
  uploadKeysIn(content, featuredImage && mediaPath(featuredImage));

type NewPost = PostFields & {
  authorId: number;
  /** Random. The slug ends with it if three posts already have slugs of this title. */
  uniqueSuffix: string;
  now: number;
};

/** The slug is made from the title. It differs from the slugs of all posts, and of deleted posts that were public. */
export async function insertPost(db: Db, { authorId, uniqueSuffix, now, ...post }: NewPost) {
  const base = slugify(post.title) || "post";
  const candidates = [base, `${base}-2`, `${base}-3`, `${base}-${uniqueSuffix}`].filter(
    (slug) => !RESERVED_BLOG_SLUGS.has(slug),
  );
  const slug = sql`(
    SELECT value FROM json_each(${JSON.stringify(candidates)})
    WHERE NOT EXISTS (SELECT 1 FROM ${blogPosts} WHERE ${blogPosts.slug} = value)
      AND NOT EXISTS (SELECT 1 FROM ${deletedPostSlugs} WHERE ${deletedPostSlugs.slug} = value)
    ORDER BY key LIMIT 1)`;
  const keys = uploadsOf(post);
  changes("posts");
  try {
    const [, rows] = await db.batch([
      failUnlessStored(db, keys),
      db
        .insert(blogPosts)
        .values({ ...post, siteSlugs: JSON.stringify(post.siteSlugs), slug, authorId, createdAt: now, updatedAt: now })
        .returning(),
      // Ids only grow, so the highest id is that of the new post.
      ...imageUseStatements(db, { postId: sql`(SELECT max(${blogPosts.id}) FROM ${blogPosts})` }, keys),
    ]);
    return rows[0]!;
  } catch (error) {
    rejectMissingUpload(error, "content");
    throw error;
  }
}

/**
 * `before.updatedAt` is the version that the caller has read.
 * @throws AppError 409 if the post has changed since then, 410 if it was deleted.
 */
export async function updatePost(
  db: Db,
  before: { id: number; slug: string; updatedAt: number },
  { audit, ...post }: PostFields & { now: number; audit: Statement[] },
) {
  const { now, siteSlugs, ...columns } = post;
  const keys = uploadsOf(post);
  changes(`post:${before.slug}`, "posts");
  try {
    const update = db
      .update(blogPosts)
      .set({
        ...columns,
        siteSlugs: JSON.stringify(siteSlugs),
        updatedAt: nextVersion(blogPosts.updatedAt, before.updatedAt, now),
      })
      .where(eq(blogPosts.id, before.id))
      .returning();
    const results: unknown[] = await db.batch([
      failUnlessStored(db, keys),
      ...audit,
      update,
      ...imageUseStatements(db, { postId: before.id }, keys),
    ]);
    return requirePost(results[audit.length + 1] as Awaited<typeof update>, [before]);
  } catch (error) {
    rejectMissingUpload(error, "content");
    if (violatesConstraint(error, blogPosts.updatedAt)) throw new AppError("conflict", BLOG_VERSION_CONFLICT);
    if (violatesConstraint(error, "FOREIGN KEY")) return requirePost([], [before]);
    throw error;
  }
}

/**
 * Returns false if the post does not exist. If readers have seen the post, its URL answers 410 from now on, and no other
 * post gets its slug. Cron deletes images that are then unused.
 */
export async function removePost(
  db: Db,
  id: number,
  { now, audit }: { now: number; audit: Statement[] },
): Promise<boolean> {
  const results: unknown[] = await db.batch([
    runQuery(
      db,
      sql`INSERT INTO ${deletedPostSlugs} (${columnNames(deletedPostSlugs.slug)}) SELECT ${blogPosts.slug} FROM ${blogPosts}
        WHERE ${blogPosts.id} = ${id} AND (${blogPosts.wasPublic} OR ${blogPosts.publishedAt} <= ${now}) ON CONFLICT DO NOTHING`,
    ),
    ...audit,
    db.delete(blogPosts).where(eq(blogPosts.id, id)).returning({ id: blogPosts.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
