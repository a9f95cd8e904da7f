import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import { toIso } from "#schema/values/dates.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { blogPath, categoryPath, listFeedPath, productPath, sitePath } from "#schema/pages/paths.ts";
import { type Category, CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { siteStemSearch } from "#schema/search/derived-tables.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../db/connection.ts";
import { shows } from "../http/edge-scope.ts";
import { productIdOfSlug, productStatement } from "../features/products/queries.ts";
import { replacesWord } from "../features/sites/list/filters.ts";
import { isPast } from "../features/search/merit.ts";
import { isActive } from "../features/sites/rows/rows.ts";
import { postChangedAt } from "./posts.ts";
import { absolute, xml } from "../http/xml.ts";

const ENTRIES_MAX = 20;

type FeedEntry = {
  path: string;
  title: string;
  summary: string;
  category?: Category;
  /** Both times are in Unix ms. */
  publishedAt: number;
  updatedAt: number;
};

/** `condition` limits them. */
const sitesStatement = (db: Db, condition?: SQL) =>
  db
    .select({
      slug: sites.slug,
      title: sites.name,
      summary: sites.description,
      category: sites.category,
      publishedAt: sites.createdAt,
      updatedAt: sites.updatedAt,
    })
    .from(sites)
    .where(and(isActive, condition))
    .orderBy(desc(sites.id))
    .limit(ENTRIES_MAX);

const postsStatement = (db: Db, now: number) =>
  db
    .select({
      slug: blogPosts.slug,
      title: blogPosts.title,
      summary: blogPosts.excerpt,
      // Not null: the condition leaves drafts out.
      publishedAt: sql<number>`${blogPosts.publishedAt}`,
      updatedAt: postChangedAt,
    })
    .from(blogPosts)
    .where(lte(blogPosts.publishedAt, now))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
    .limit(ENTRIES_MAX);

type EntryRow = Omit<FeedEntry, "path"> & { slug: string };

function toSiteEntry({ slug, ...row }: EntryRow): FeedEntry {
  shows(`site:${slug}`);
  return { ...row, path: sitePath(slug) };
}

function toPostEntry({ slug, ...row }: EntryRow): FeedEntry {
  shows(`post:${slug}`);
  return { ...row, path: blogPath(slug) };
}

export async function listPostEntries(db: Db, now: number): Promise<FeedEntry[]> {
  shows("posts");
  return (await postsStatement(db, now)).map(toPostEntry);
}

/** Active sites and published posts together, newest first, at most ENTRIES_MAX. */
export async function listNewestEntries(db: Db, now: number): Promise<FeedEntry[]> {
  shows("list", "posts");
  const [newestSites, posts] = await db.batch([sitesStatement(db), postsStatement(db, now)]);
  return [...newestSites.map(toSiteEntry), ...posts.map(toPostEntry)]
    .toSorted((a, b) => b.publishedAt - a.publishedAt)
    .slice(0, ENTRIES_MAX);
}

/** The newest sites that replace a product, or undefined if no site does. */
export async function findProductFeed(db: Db, slug: string, now: number): Promise<Feed | undefined> {
  const found = replacesWord(productIdOfSlug(slug));
  // The search index has active sites only, so the cost does not depend on how many wait.
  const newest = sql`SELECT ${siteStemSearch.id} FROM ${siteStemSearch} WHERE ${siteStemSearch} MATCH (${found})
    ORDER BY ${siteStemSearch.id} DESC LIMIT ${ENTRIES_MAX}`;
  const [[product], rows] = await db.batch([
    productStatement(db, slug, now),
    sitesStatement(db, sql`${sites.id} IN (${newest}) AND NOT ${isPast}`),
  ]);
  if (!product) return undefined;
  shows(`product:${product.slug}`, `replaces:${product.id}`);
  return feedOf(`new alternatives to ${product.name}`, productPath(product.slug), rows);
}

/** The newest sites of a category that are not past: their index has the order of ids. */
export async function findCategoryFeed(db: Db, category: Category): Promise<Feed> {
  shows(`category:${category}`);
  const rows = await sitesStatement(db, and(eq(sites.category, category), eq(isPast, sql`0`))!);
  return feedOf(`new sites in ${CATEGORY_LABELS[category]}`, categoryPath(category), rows);
}

const feedOf = (title: string, homePath: string, rows: EntryRow[]): Feed => ({
  title,
  path: listFeedPath(homePath),
  homePath,
  entries: rows.map(toSiteEntry),
});

export type Feed = { title: string; path: string; homePath: string; entries: FeedEntry[] };

/**
 * Renders an Atom feed (RFC 4287). `homePath` is the path of the feed's HTML page. `now` is the date of a feed
 * without entries. Page URLs never change, so they are also the ids.
 */
export function renderFeed({ name, origin }: DirectoryConfig, { title, path, homePath, entries }: Feed, now: number) {
  const home = absolute(origin, homePath);
  const updatedAt = entries.length > 0 ? Math.max(...entries.map((entry) => entry.updatedAt)) : now;
  return xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>${name}: ${title}</title>
<id>${home}</id>
<link rel="self" type="application/atom+xml" href="${absolute(origin, path)}"/>
<link rel="alternate" type="text/html" href="${home}"/>
<updated>${toIso(updatedAt)}</updated>
<author><name>${name}</name></author>
${entries.map((entry) => renderEntry(entry, absolute(origin, entry.path)))}</feed>`;
}

const renderEntry = ({ title, summary, category, publishedAt, updatedAt }: FeedEntry, url: string) => xml`<entry>
<title>${title}</title>
<id>${url}</id>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${toIso(publishedAt)}</published>
<updated>${toIso(updatedAt)}</updated>
${category ? xml`<category term="${category}" label="${CATEGORY_LABELS[category]}"/>\n` : ""}<summary>${summary || title}</summary>
</entry>
`;
