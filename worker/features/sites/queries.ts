import { sql } from "drizzle-orm";
import type { Alternative, SiteDetail } from "#schema/sites.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { cleanDocument } from "../documents/clean.ts";
import { rowsBefore } from "../../db/paging.ts";
import { siteColumns, type SiteRow, toSite } from "./rows.ts";

type DetailRow = SiteRow & { content: string | null };
export type AlternativeRow = Alternative & { slug: string };

/** An active site with its article. */
export const siteStatement = (db: Db, slug: string) =>
  all<DetailRow>(
    db,
    sql`
    SELECT ${siteColumns}, articles.content FROM sites LEFT JOIN articles ON articles.site_id = sites.id
    WHERE sites.slug = ${slug} AND sites.review = 'active'`,
  );

export const alternativesStatement = (db: Db, slug: string) =>
  all<AlternativeRow>(
    db,
    sql`
    SELECT alternatives.id, alternatives.name, alternatives.link, alternatives.description, targets.slug FROM alternatives
    JOIN targets ON targets.id = alternatives.target_id
    WHERE alternatives.site_id = (SELECT id FROM sites WHERE slug = ${slug}) ORDER BY alternatives.position`,
  );

export const deletedStatement = (db: Db, slug: string) =>
  all<{ slug: string }>(db, sql`SELECT slug FROM deleted_slugs WHERE slug = ${slug}`);

type FeaturedPage = { now: number; page: number; perPage: number };

/** Featured sites, newest first, and how many there are. */
export const featuredStatements = (db: Db, { now, page, perPage }: FeaturedPage) => {
  const featured = sql`FROM sites INDEXED BY sites_featured WHERE featured_until > ${now} AND review = 'active'`;
  return [
    all<{ count: number }>(db, sql`SELECT count(*) AS count ${featured}`),
    all<SiteRow>(
      db,
      sql`SELECT ${siteColumns} ${featured} ORDER BY id DESC LIMIT ${perPage} OFFSET ${rowsBefore(page, perPage)}`,
    ),
  ] as const;
};

/** @throws AppError `gone` where a site of that slug was deleted, `not_found` where none ever was. */
export function requireSite(rows: DetailRow[], deleted: unknown[]): DetailRow {
  const [row] = rows;
  if (row) return row;
  if (deleted.length > 0) throw new AppError("gone", "Site not found");
  throw new AppError("not_found", "Site not found");
}

export async function findSite(db: Db, { slug, now }: { slug: string; now: number }): Promise<SiteDetail> {
  const [rows, alternatives, deleted] = await db.batch([
    siteStatement(db, slug),
    alternativesStatement(db, slug),
    deletedStatement(db, slug),
  ]);
  const row = requireSite(rows, deleted);
  const content = shownContent(row.content);
  return {
    ...toSite(row, now),
    title: row.name,
    content,
    blog: { slug: row.slug, content },
    alternatives: alternatives.map(({ slug: _, ...alternative }) => alternative),
    interactions: { likes: row.like_count, comments: 0 },
  };
}

/** Cleaned once more: rules may have become stricter since it was saved. */
export function shownContent(content: string | null): string {
  const cleaned = content ? cleanDocument(content) : undefined;
  return cleaned?.ok ? JSON.stringify(cleaned.document) : "";
}
