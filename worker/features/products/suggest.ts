import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { productSearch } from "#schema/search/derived-tables.ts";
import { MAX_SUGGESTIONS, type ProductSuggestion } from "#schema/sites/sites.ts";
import { products } from "#schema/tables/sites.ts";
import { normalizeLine } from "#schema/values/text.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { joined } from "../../names/keys.ts";
import { bareUrl } from "../../names/products.ts";
import { productLink } from "./links.ts";
import { toProductLinks } from "./queries.ts";

/** How many products each source reads at most. */
const MAX_CANDIDATES = 200;
/** The full-text index cannot find shorter texts, because it stores groups of three letters. */
const MIN_INDEXED_LENGTH = 3;

/** Where the text is: at the beginning of the name, at the beginning of the link, or anywhere in them. */
const IN_NAME = 0;
const IN_LINK = 1;
const INSIDE = 2;

const { id, name, nameKey, linkKey, slug, siteCount } = products;

export const suggestedProductsStatement = (db: Db, text: string) =>
  queryRows(db, { name, slug, count: siteCount }, (columns) => suggested(columns, text));

/** To fill in an alternative or a fact. The links cost more rows than the names (`productLink`). */
export const suggestProducts = async (db: Db, text: string, now: number): Promise<ProductSuggestion[]> =>
  toProductLinks(
    await queryRows(db, { id, name, slug, link: productLink(now) }, (columns) => suggested(columns, text)),
  );

/**
 * Selects `columns` of the products of active sites with the text in their name or link. Names that begin with the text
 * come first, then links that begin with it, then the others. In each group, products with the most sites come first.
 *
 * Four sources are read in turn: the products with the most sites, the ranges of two indexes with the names and the
 * links that begin with the text, and the full-text index. A source is left out if one before it has found enough
 * products that are as good as the best ones of this source.
 */
function suggested(columns: SQL, text: string): SQL {
  // `normalizeLine` removes NUL characters, which would end a quoted full-text query.
  const part = bareUrl(normalizeLine(text.slice(0, 100)));
  const key = joined(part.replaceAll(" ", ""));
  const isStart = (column: SQL | SQLiteColumn, start: string) => sql`substr(${column}, 1, length(${start})) = ${start}`;
  const read = sql`SELECT ${id} AS id, ${name} AS name, ${siteCount} AS count,
    instr(${nameKey}, ${key}) OR instr(${linkKey}, ${part}) AS has_text,
    CASE WHEN ${isStart(nameKey, key)} OR ${isStart(sql`lower(${name})`, part)} THEN ${IN_NAME}
      WHEN ${isStart(linkKey, part)} THEN ${IN_LINK} ELSE ${INSIDE} END AS kind`;
  const beginsWith = (column: SQLiteColumn, start: string) => (limit: SQL) =>
    sql`${read} FROM ${products} WHERE ${column} >= ${start} AND ${column} < ${`${start}\u{10ffff}`} LIMIT ${limit}`;
  const sources: { best: number; upTo(limit: SQL): SQL }[] = [
    {
      best: IN_NAME,
      upTo: (limit) =>
        sql`SELECT * FROM (${read} FROM ${products} ORDER BY ${siteCount} DESC, ${id} LIMIT ${limit}) WHERE has_text`,
    },
    { best: IN_NAME, upTo: beginsWith(nameKey, key) },
    { best: IN_LINK, upTo: beginsWith(linkKey, part) },
  ];
  if ([...part].length >= MIN_INDEXED_LENGTH) {
    const match = `"${part.replaceAll('"', '""')}"`;
    const found = (limit: SQL) =>
      sql`(SELECT ${productSearch.id} AS found_id FROM ${productSearch} WHERE ${productSearch} MATCH ${match} LIMIT ${limit})`;
    sources.push({
      best: INSIDE,
      upTo: (limit) => sql`${read} FROM ${found(limit)} CROSS JOIN ${products} ON ${id} = found_id`,
    });
  }
  const nameOf = (index: number) => sql.identifier(`source_${index}`);
  const order = sql`kind, count DESC, name, id`;
  const steps = sources.map(({ best, upTo }, index) => {
    const isEnough = sources
      .slice(0, index)
      .map((_, before) => sql`(SELECT count(*) FROM ${nameOf(before)} WHERE kind <= ${best}) = ${MAX_SUGGESTIONS}`);
    const limit = sql`CASE WHEN ${sql.join([sql`${part} = ''`, ...isEnough], sql` OR `)} THEN 0 ELSE ${MAX_CANDIDATES} END`;
    return sql`${nameOf(index)} AS MATERIALIZED (
      SELECT id, name, count, kind FROM (${upTo(limit)}) WHERE count > 0 ORDER BY ${order} LIMIT ${MAX_SUGGESTIONS}
    )`;
  });
  const results = sources.map((_, index) => sql`SELECT * FROM ${nameOf(index)}`);
  return sql`
    WITH ${sql.join(steps, sql`, `)}
    SELECT ${columns} FROM (
      SELECT DISTINCT * FROM (${sql.join(results, sql` UNION ALL `)}) ORDER BY ${order} LIMIT ${MAX_SUGGESTIONS}
    ) AS best CROSS JOIN ${products} ON ${id} = best.id ORDER BY best.kind, best.count DESC, best.name, best.id`;
}
