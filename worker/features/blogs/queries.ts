import { and, count, desc, eq, gt, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { type BlogDetail, BLOGS_PER_PAGE, type BlogSummary } from "#schema/articles/blogs.ts";
import { toIso } from "#schema/values/dates.ts";
import { mediaPath } from "#schema/pages/paths.ts";
import { narrowerFile } from "#schema/images/site-image-files.ts";
import type { Page } from "#schema/sites/sites.ts";
import { blogPosts, deletedPostSlugs } from "#schema/tables/blogs.ts";
import { uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { changes, shows } from "../../http/edge-scope.ts";
import { jsonList } from "../../db/json-list.ts";
import { withTableNames } from "../../db/raw.ts";
import { toPage, pageOffset } from "../../db/paging.ts";
import { shownContent } from "../sites/read/queries.ts";
import { isActive, siteSelection } from "../sites/rows/rows.ts";

export const summaryColumns = {
  slug: blogPosts.slug,
  title: blogPosts.title,
  excerpt: blogPosts.excerpt,
  featuredImage: blogPosts.featuredImage,
  featuredImageAlt: blogPosts.featuredImageAlt,
  listWidth: withTableNames(
    sql<number | null>`(SELECT ${uploads.listWidth} FROM ${uploads} WHERE ${uploads.key} = ${blogPosts.featuredImage})`,
  ).as("list_width"),
  publishedAt: blogPosts.publishedAt,
  createdAt: blogPosts.createdAt,
  updatedAt: blogPosts.updatedAt,
};

type Listed = {
  now: number;
  page: number;
  perPage?: number;
  except?: string;
};

const published = ({ now, except = "" }: Pick<Listed, "now" | "except">) =>
  and(lte(blogPosts.publishedAt, now), ne(blogPosts.slug, except));

export const publicBlogsStatement = (db: Db, { page, perPage = BLOGS_PER_PAGE, ...listed }: Listed) =>
  db
    .select(summaryColumns)
    .from(blogPosts)
    .where(published(listed))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
    .limit(perPage)
    .offset(pageOffset(page, perPage));

export const publicCountStatement = (db: Db, listed: Pick<Listed, "now" | "except">) =>
  db.select({ count: count() }).from(blogPosts).where(published(listed));

export async function listPublicBlogs(db: Db, listed: Listed): Promise<Page<BlogSummary>> {
  const [rows, counted] = await db.batch([publicBlogsStatement(db, listed), publicCountStatement(db, listed)]);
  return toBlogsPage(rows, counted, listed);
}

export type SummaryRow = Awaited<ReturnType<typeof publicBlogsStatement>>[number];
/** The row of a post after a save. */
export type WithoutListWidth<Row extends SummaryRow> = Omit<Row, "listWidth"> & Partial<Pick<Row, "listWidth">>;

export function toBlogsPage(
  rows: SummaryRow[],
  [counted]: { count: number }[],
  { page, perPage = BLOGS_PER_PAGE }: Pick<Listed, "page" | "perPage">,
): Page<BlogSummary> {
  shows("posts");
  return toPage(rows.map(toBlogSummary), { count: counted?.count ?? 0, page, perPage });
}

/** `created_at` is the publication time, or the time of creation for a draft. */
export function toBlogSummary(row: WithoutListWidth<SummaryRow>): BlogSummary {
  shows(`post:${row.slug}`);
  return {
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    featured_image: row.featuredImage ? mediaPath(row.featuredImage) : "",
    featured_image_small:
      row.featuredImage && row.listWidth ? mediaPath(narrowerFile(row.featuredImage, row.listWidth)) : "",
    featured_image_alt: row.featuredImageAlt,
    created_at: toIso(row.publishedAt ?? row.createdAt),
    updated_at: toIso(row.updatedAt),
  };
}

/** `visibleAt` is the time (Unix ms) at which the post must be public, or "staff" for any post. */
export const postStatement = (db: Db, { slug, visibleAt }: { slug: string; visibleAt: number | "staff" }) =>
  db
    .select({ ...summaryColumns, content: blogPosts.content })
    .from(blogPosts)
    .where(and(eq(blogPosts.slug, slug), visibleAt === "staff" ? undefined : lte(blogPosts.publishedAt, visibleAt)));

export const deletedPostStatement = (db: Db, slug: string) =>
  db.select({ slug: deletedPostSlugs.slug }).from(deletedPostSlugs).where(eq(deletedPostSlugs.slug, slug));

export const activeSitesStatement = (db: Db, slugs: string[]) => activeSites(db, jsonList(slugs));

export const mentionedSitesStatement = (db: Db, slug: string) =>
  activeSites(
    db,
    sql`(SELECT value FROM json_each((
      SELECT ${blogPosts.siteSlugs} FROM ${blogPosts} WHERE ${blogPosts.slug} = ${slug}
    )))`,
  );

const activeSites = (db: Db, slugs: SQL) =>
  db
    .select(siteSelection)
    .from(sites)
    .where(and(isActive, inArray(sites.slug, slugs)));

/** @throws AppError 410 if there is no post, but `deleted` has a row: readers have seen the post. Otherwise AppError 404. */
export function requirePost<Post>([post]: Post[], deleted: unknown[]): Post {
  if (post) return post;
  throw new AppError(deleted.length > 0 ? "gone" : "not_found", "Blog not found");
}

/** Two runs of the cron. */
const JUST_PUBLISHED_MS = 1_200_000;

/** For the cron: a post whose time has come appears in lists that the edge keeps. */
export async function showDuePosts(db: Db, now: number): Promise<void> {
  const { publishedAt } = blogPosts;
  const due = await db
    .select({ slug: blogPosts.slug })
    .from(blogPosts)
    .where(and(gt(publishedAt, now - JUST_PUBLISHED_MS), lte(publishedAt, now)))
    .limit(1);
  if (due.length > 0) changes("posts");
}

export async function findPublicPost(db: Db, { slug, now }: { slug: string; now: number }): Promise<BlogDetail> {
  const [rows, deleted] = await db.batch([postStatement(db, { slug, visibleAt: now }), deletedPostStatement(db, slug)]);
  const row = requirePost(rows, deleted);
  return { ...toBlogSummary(row), content: shownContent(row.content) };
}
