import { sql } from "drizzle-orm";
import type { CategoryCount } from "#schema/pages.ts";
import { CATEGORY_LABELS, MAX_SUGGESTIONS } from "#schema/sites.ts";
import type { Suggestions } from "#schema/suggestions.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { categoryCountsStatement, toCategoryCounts } from "../sites/category-counts.ts";
import { fold, nameKey } from "../../names/keys.ts";
import { isActive } from "../sites/rows.ts";
import { suggestedTargets } from "../targets/suggest.ts";
import { nameTiers, wordsOf } from "../search/match.ts";

const MAX_CATEGORIES = 2;

/**
 * Returns products, sites and categories that match a text in a search box, at most MAX_SUGGESTIONS. One round trip.
 */
export async function suggest(db: Db, text: string, now: number): Promise<Suggestions> {
  const [targets, named, counts] = await db.batch([
    suggestedTargets(db, text, now),
    suggestedSites(db, text),
    categoryCountsStatement(db),
  ]);
  const categories = matchingCategories(toCategoryCounts(counts), text);
  // Products and sites get half of the room each, and the room that the other does not need.
  const room = MAX_SUGGESTIONS - categories.length;
  const products = targets.slice(0, Math.max(Math.ceil(room / 2), room - named.length));
  return {
    products: products.map(({ name, slug, count }) => ({ name, slug, count })),
    sites: named.slice(0, room - products.length),
    categories,
  };
}

const FOUND = { name: sites.name, slug: sites.slug, link: sites.link };

/**
 * Selects active sites by name: equal names first, then names that begin with the text, then names with all words. The
 * newest come first.
 */
function suggestedSites(db: Db, text: string) {
  const terms = wordsOf(text).map((word) => [word]);
  if (terms.length === 0) return queryRows(db, FOUND, (columns) => sql`SELECT ${columns} FROM ${sites} WHERE false`);
  const hits = nameTiers(terms).map(
    ({ table, match }, index) => sql`
    SELECT * FROM (
      SELECT ${table.id} AS id, ${index + 2} AS tier FROM ${table}
      WHERE ${table} MATCH ${match} ORDER BY ${table.id} DESC LIMIT ${MAX_SUGGESTIONS}
    )`,
  );
  return queryRows(
    db,
    FOUND,
    (columns) => sql`
    WITH hits AS (
      SELECT * FROM (SELECT ${sites.id} AS id, 1 AS tier FROM ${sites} WHERE ${sites.nameKey} = ${nameKey(text)} LIMIT ${MAX_SUGGESTIONS})
      UNION ALL ${sql.join(hits, sql` UNION ALL `)}
    )
    SELECT ${columns} FROM (SELECT id, min(tier) AS tier FROM hits GROUP BY id) AS found JOIN ${sites} ON ${sites.id} = found.id
    WHERE ${isActive} ORDER BY found.tier, found.id DESC LIMIT ${MAX_SUGGESTIONS}`,
  );
}

/** Returns the categories with a label that has the text at the start of a word, the largest first. */
function matchingCategories(counts: CategoryCount[], text: string): CategoryCount[] {
  const typed = fold(text);
  if (typed === "") return [];
  return counts
    .filter(({ category }) => ` ${fold(CATEGORY_LABELS[category])}`.includes(` ${typed}`))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_CATEGORIES);
}
