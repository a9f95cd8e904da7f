import { sql } from "drizzle-orm";
import type { CategoryCount } from "#schema/pages.ts";
import { CATEGORY_LABELS, MAX_SUGGESTIONS } from "#schema/sites.ts";
import type { Suggestions } from "#schema/suggestions.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { categoryCountsStatement, toCategoryCounts } from "../sites/category-counts.ts";
import { fold, nameKey } from "../../names/keys.ts";
import { suggestedTargets } from "../targets/suggest.ts";
import { nameTiers, wordsOf } from "./match.ts";

const MAX_CATEGORIES = 2;

/** Products, sites and categories whose name the text begins or is part of, for a search box; one round trip. */
export async function suggest(db: Db, text: string, now: number): Promise<Suggestions> {
  const [targets, sites, counts] = await db.batch([
    suggestedTargets(db, text, now),
    suggestedSites(db, text),
    categoryCountsStatement(db),
  ]);
  const categories = matchingCategories(toCategoryCounts(counts), text);
  // Products and sites have half of the room each, and what the other leaves.
  const room = MAX_SUGGESTIONS - categories.length;
  const products = targets.slice(0, Math.max(Math.ceil(room / 2), room - sites.length));
  return {
    products: products.map(({ name, slug, count }) => ({ name, slug, count })),
    sites: sites.slice(0, room - products.length),
    categories,
  };
}

/** The name itself first, then what begins so, then what has all words in its name; of each kind the newest. */
function suggestedSites(db: Db, text: string) {
  const terms = wordsOf(text).map((word) => [word]);
  if (terms.length === 0) return all<Suggestions["sites"][number]>(db, sql`SELECT NULL AS name WHERE false`);
  const hits = nameTiers(terms).map(
    ({ table, match }, index) => sql`
    SELECT * FROM (
      SELECT rowid AS id, ${index + 2} AS tier FROM ${sql.identifier(table)}
      WHERE ${sql.identifier(table)} MATCH ${match} ORDER BY rowid DESC LIMIT ${MAX_SUGGESTIONS}
    )`,
  );
  return all<Suggestions["sites"][number]>(
    db,
    sql`
    WITH hits AS (
      SELECT * FROM (SELECT id, 1 AS tier FROM sites WHERE name_key = ${nameKey(text)} LIMIT ${MAX_SUGGESTIONS})
      UNION ALL ${sql.join(hits, sql` UNION ALL `)}
    )
    SELECT name, slug, link FROM (SELECT id, min(tier) AS tier FROM hits GROUP BY id) JOIN sites USING (id)
    WHERE review = 'active' ORDER BY tier, id DESC LIMIT ${MAX_SUGGESTIONS}`,
  );
}

/** Those of whose name a word begins with the text: the largest first. */
function matchingCategories(counts: CategoryCount[], text: string): CategoryCount[] {
  const typed = fold(text);
  if (typed === "") return [];
  return counts
    .filter(({ category }) => ` ${fold(CATEGORY_LABELS[category])}`.includes(` ${typed}`))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_CATEGORIES);
}
