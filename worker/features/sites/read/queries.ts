import { and, eq, sql } from "drizzle-orm";
import type { SiteDetail } from "#schema/sites/sites.ts";
import { articles, deletedSlugs, sites } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";
import { pageOffset } from "../../../db/paging.ts";
import { queryRows } from "../../../db/raw.ts";
import { cleanDocument } from "../../documents/clean.ts";
import { featuredSites, isFeatured, isOpen } from "./featured-places.ts";
import { screenshotsOf } from "../rows/images.ts";
import { answerCount, isActive, linkedAlternatives, siteSelection, toSite } from "../rows/rows.ts";

/** Selects a site if it is active. Its alternatives have the slugs of their products. */
export const siteStatement = (db: Db, slug: string) =>
  db
    .select({
      ...siteSelection,
      alternatives: linkedAlternatives,
      answerCount,
      screenshots: screenshotsOf,
      content: articles.content,
    })
    .from(sites)
    .leftJoin(articles, eq(articles.siteId, sites.id))
    .where(and(eq(sites.slug, slug), isActive));

/** Selects those of the slugs that deleted sites had. */
export const deletedSlugStatement = (db: Db, ...slugs: string[]) =>
  db
    .select({ slug: deletedSlugs.slug })
    .from(deletedSlugs)
    .where(sql`${deletedSlugs.slug} IN ${jsonList(slugs)}`);

type FeaturedPage = { now: number; page: number; perPage: number };

/** Selects the number of featured sites, and a page of them. */
export const featuredSitesStatements = (db: Db, { now, page, perPage }: FeaturedPage) => {
  const featured = sql`FROM ${featuredSites} WHERE ${isFeatured(now)} AND ${isOpen} AND ${isActive}`;
  return [
    queryRows(db, { count: sql`count(*)`.mapWith(Number) }, (columns) => sql`SELECT ${columns} ${featured}`),
    queryRows(
      db,
      siteSelection,
      (columns) => sql`SELECT ${columns} ${featured}
        ORDER BY ${sites.id} DESC LIMIT ${perPage} OFFSET ${pageOffset(page, perPage)}`,
    ),
  ] as const;
};

/** @throws AppError 410 if the site was deleted, 404 if it never existed or is not active. */
export function requireSite<Row>([row]: (Row | undefined)[], deleted: unknown[]): Row {
  if (row) return row;
  if (deleted.length > 0) throw new AppError("gone", "Site not found");
  throw new AppError("not_found", "Site not found");
}

/** @throws AppError 410 or 404, see `requireSite`. */
export async function findSite(db: Db, { slug, now }: { slug: string; now: number }): Promise<SiteDetail> {
  const [found, deleted] = await db.batch([siteStatement(db, slug), deletedSlugStatement(db, slug)]);
  const row = requireSite(found, deleted);
  const content = shownContent(row.content);
  return {
    ...toSite(row, now),
    title: row.name,
    content,
    blog: { slug: row.slug, content },
    screenshots: row.screenshots,
    alternatives: row.alternatives.map(({ slug: _, ...named }) => named),
    interactions: { likes: row.likeCount, comments: row.answerCount },
  };
}

/**
 * Returns a stored article as JSON, or "" if there is none. It is cleaned again, because the rules can be stricter now
 * than when it was saved.
 */
export function shownContent(content: string | null): string {
  const cleaned = content ? cleanDocument(content) : undefined;
  return cleaned?.ok ? JSON.stringify(cleaned.document) : "";
}
