import { sql, type SQL } from "drizzle-orm";
import { MAX_SUGGESTIONS, POPULAR_PER_PAGE, POPULAR_SITES_MAX } from "#schema/sites.ts";
import type { Page, PopularAlternative, TargetSuggestion } from "#schema/sites.ts";
import type { TargetLink } from "#schema/pages.ts";
import { tidyLine } from "#schema/text.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { rowsBefore } from "../../db/paging.ts";
import { bareAddress } from "./keys.ts";
import { productLink } from "./links.ts";

/** Short parts of words are looked for among this many products, the most listed ones. */
const SHORT_QUERY_TARGETS = 1000;
const TRIGRAM = 3;

type PopularRow = { total: number } & ({ name: string; slug: string; count: number; sites: string } | { name: null });

/** A page of popular products, most listed first; `toPopularPage` reads its rows. */
export const popularStatement = (db: Db, page: number) =>
  all<PopularRow>(
    db,
    sql`
    SELECT totals.total, page.* FROM (
      SELECT coalesce((SELECT value FROM counters WHERE name = 'targets'), 0) AS total
    ) AS totals LEFT JOIN (
      SELECT id, name, slug, site_count AS count, (
        SELECT json_group_array(json_object('name', name, 'blog_slug', slug)) FROM (
          SELECT sites.name, sites.slug FROM alternatives JOIN sites ON sites.id = alternatives.site_id
          WHERE alternatives.target_id = targets.id AND sites.review = 'active'
          ORDER BY alternatives.site_id DESC LIMIT ${POPULAR_SITES_MAX}
        )
      ) AS sites
      FROM targets WHERE site_count > 0
      ORDER BY site_count DESC, id LIMIT ${POPULAR_PER_PAGE} OFFSET ${rowsBefore(page, POPULAR_PER_PAGE)}
    ) AS page ORDER BY page.count DESC, page.id`,
  );

export function toPopularPage(rows: PopularRow[], page: number): Page<PopularAlternative> {
  const count = rows[0]?.total ?? 0;
  const results = rows
    .filter((row) => row.name !== null)
    .map((row) => ({
      name: row.name,
      slug: row.slug,
      count: row.count,
      sites: JSON.parse(row.sites) as PopularAlternative["sites"],
    }));
  return { results, count, page, pages: Math.ceil(count / POPULAR_PER_PAGE) };
}

export async function listPopular(db: Db, page: number): Promise<Page<PopularAlternative>> {
  return toPopularPage(await popularStatement(db, page), page);
}

type SuggestedRow = TargetSuggestion & TargetLink;

export const suggestTargets = async (db: Db, text: string, now: number): Promise<TargetSuggestion[]> =>
  (await suggestedTargets(db, text, now)).map(({ id, name, link }) => ({ id, name, link }));

/**
 * Products whose name or link holds the text: those whose name begins with it first, then those whose link does, then
 * the most listed.
 */
export function suggestedTargets(db: Db, text: string, now: number) {
  // A NUL would end the query of the full-text search within its quotes.
  const part = bareAddress(tidyLine(text.slice(0, 100)));
  if (part === "") return all<SuggestedRow>(db, sql`SELECT NULL AS id WHERE false`);
  const key = part.replaceAll(" ", "");
  const most = SHORT_QUERY_TARGETS;
  const columns = sql.raw("id, name, slug, link, name_key, link_key, site_count");
  const beginsWith = (column: "name_key" | "link_key", start: string) => sql`
    SELECT * FROM (
      SELECT ${columns} FROM targets
      WHERE ${sql.identifier(column)} >= ${start} AND ${sql.identifier(column)} < ${`${start}\u{10ffff}`} LIMIT ${most}
    )`;
  const holds =
    [...part].length >= TRIGRAM
      ? sql`SELECT ${columns} FROM targets WHERE id IN (
          SELECT rowid FROM target_search WHERE target_search MATCH ${`"${part.replaceAll('"', '""')}"`} LIMIT ${most}
        )`
      : sql`SELECT * FROM (SELECT ${columns} FROM targets ORDER BY site_count DESC, id LIMIT ${most})
          WHERE instr(name_key, ${key}) OR instr(link_key, ${part})`;
  const isStart = (column: SQL, start: string) => sql`substr(${column}, 1, length(${start})) = ${start}`;
  return all<SuggestedRow>(
    db,
    sql`
    SELECT id, name, slug, ${productLink(now)} AS link, site_count AS count FROM (
      SELECT id AS found_id, row_number() OVER (ORDER BY
        CASE WHEN ${isStart(sql`name_key`, key)} OR ${isStart(sql`lower(name)`, part)} THEN 0 WHEN ${isStart(sql`link_key`, part)} THEN 1 ELSE 2 END,
        site_count DESC, name, id) AS place
      FROM (${beginsWith("name_key", key)} UNION ${beginsWith("link_key", part)} UNION SELECT * FROM (${holds}))
      WHERE site_count > 0
      ORDER BY place LIMIT ${MAX_SUGGESTIONS}
    ) CROSS JOIN targets ON targets.id = found_id ORDER BY place`,
  );
}

type TargetRow = TargetLink & { id: number; link: string };

/** The product at an address, or at a former one. */
export const targetAt = (slug: string) => sql`(
  SELECT id FROM targets WHERE slug = ${slug} UNION ALL SELECT target_id FROM target_moves WHERE slug = ${slug} LIMIT 1
)`;

/** A product that active sites name. */
export const targetStatement = (db: Db, slug: string, now: number) =>
  all<TargetRow>(
    db,
    sql`
    SELECT id, name, slug, site_count AS count, ${productLink(now)} AS link
    FROM targets WHERE id = ${targetAt(slug)} AND site_count > 0`,
  );

/** The product that the text names, if one is listed under it. */
export const namedTargetStatement = (db: Db, key: string) =>
  all<TargetLink>(
    db,
    sql`SELECT name, slug, site_count AS count FROM named_targets JOIN targets ON targets.id = target_id
      WHERE named_targets.name_key = ${key} AND site_count > 0`,
  );

/** Other products that the newest sites of this one replace as well, most often named first. */
export const relatedTargetsStatement = (db: Db, slug: string) =>
  all<TargetLink>(
    db,
    sql`
    SELECT targets.name, targets.slug, targets.site_count AS count FROM (
      SELECT site_id FROM alternatives CROSS JOIN sites ON sites.id = alternatives.site_id
      WHERE alternatives.target_id = ${targetAt(slug)} AND sites.review = 'active'
      ORDER BY site_id DESC LIMIT 50
    ) AS listed JOIN alternatives USING (site_id) JOIN targets ON targets.id = alternatives.target_id
    WHERE targets.id <> ${targetAt(slug)} AND targets.site_count > 0
    GROUP BY targets.id ORDER BY count(*) DESC, targets.site_count DESC, targets.id LIMIT 8`,
  );
