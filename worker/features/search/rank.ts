import { sql as drizzleSql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { namedProducts, siteNameSearch, siteSearch, siteStemSearch } from "#schema/search/derived-tables.ts";
import type { Category, Sort } from "#schema/sites/sites.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { sqlWithNumbers as sql } from "../../db/inline-numbers.ts";
import { type Expressions, type MatchTable, type SearchColumns, within } from "./match.ts";
import type { Question } from "./question.ts";
import { deniesFilter, meetsFilter } from "./stated-facts.ts";
import type { WishKind } from "./wishes.ts";

/** Rules that fill up a short list read at most this many sites each. */
const FILL = 120;
/** With so many exact hits, nothing fills up the list. */
const ENOUGH = 24;
const MAX_NAMED = 30;
const MAX_MENTIONS = 60;
/** Of a need, and of the sites that replace one of them. */
const MAX_PRODUCTS = 12;
const MAX_OF_PRODUCT = 30;
/** The letters of such a beginning, and the names that are read then. */
const MIN_BEGINNING = 5;
const MAX_BEGINNINGS = 50;
/** `place` of a product in `candidates`. */
const BEHIND_ALL_KEYS = 1000;
/** Sites that have one of several words only. */
const MAX_SOME = 24;

/**
 * What a site gets for each rule that it meets. The sum orders the list. `fit` is below 100, so a site with all words
 * stands before one with most of them.
 */
const POINTS = {
  named: 10_000,
  replacing: 5000,
  /** The name begins with the words. */
  begins: 1150,
  /** The name has all words. */
  inName: 1100,
  every: 1000,
  wide: 700,
  beginnings: 550,
  most: 500,
  /** A close site for an asked product: it compares itself with it. */
  comparison: 60,
  whole: 30,
  need: 40,
  wish: 80,
  productNeed: 30,
  /** It replaces a product that serves the need. */
  replacingForNeed: 30,
  /** It replaces another product of the kind that was asked for. */
  replacingRival: 60,
  audience: 20,
  extras: 20,
  /** The site's article has all words. */
  article: 10,
  /** At most. */
  likes: 10,
} as const;

/** Weights of bm25 for name, alternatives, category and description. `article` has points of its own. */
const WEIGHTS = drizzleSql.raw("8, 1, 1, 4, 0");
/** Half of 100 points: what bm25 says of an average hit. */
const AVERAGE_FIT = 12;
const bm25 = sql`-bm25(${siteStemSearch}, ${WEIGHTS})`;
/** From 0 to 100. SQLite's bm25 is negative (https://sqlite.org/fts5.html#the_bm25_function). */
const fit = sql`100 * (${bm25}) / (${AVERAGE_FIT} + (${bm25}))`;
const NO_HITS = sql`SELECT 0 AS id, 0 AS points, 0 AS is_exact WHERE false`;

type HitsRequest = {
  question: Question;
  expressions: Expressions;
  /** The typed text as `nameKey` writes it. */
  key: string;
  /** Null: the best match first. Otherwise only exact hits are found. */
  sort: Sort | null;
  category?: Category | null | undefined;
  /** The condition for sites of the list. */
  listed: SQL;
  /**
   * Limits the search to few texts: SQL for the end of an expression, such as ` AND alternatives : "Slack"`. Without it,
   * the limits below could leave out the sites that `listed` allows.
   */
  scope?: SQL | undefined;
  /** Limits the search to sites with chosen filters: an FTS5 expression, or "". */
  filtered?: string;
  /** SQL for the id of a product: all sites that replace it are hits, because the question has only wishes. */
  subject?: SQL | undefined;
  columns: SearchColumns;
  /** So many hits are counted. Each rule reads at most one more, to know that there are more. */
  maxHits: number;
};

/**
 * Selects the sites that answer a question, in one row: `product_name`, `product_slug` and `product_count` of the product
 * to replace, `total`, `exact_count`, and `ids` as a text in their order, exact hits first. Each id has ID_WIDTH letters:
 * "         7,         5,". So a page is a part of the text, and no row is read for the ids before it.
 *
 * Each rule reads the newest sites that it finds, up to a limit, so the cost does not grow with the directory. bm25 also
 * reads the lists of the words, about 25 ns an entry. D1 bills each row that a query scans, also in a temporary table, so
 * each hit is kept only once. If the question names a product, texts that only contain its name are close hits.
 */
export function selectHits(request: HitsRequest): SQL {
  const { question, expressions, key, sort, category, listed, scope, subject, columns, maxHits, filtered } = request;
  const first = (id: SQL | SQLiteColumn) => (sort === "oldest" ? sql`${id}` : sql`${id} DESC`);
  type Limits = {
    limit: number;
    when?: SQL;
    columns?: readonly string[];
    isExact?: boolean;
    /** Finds sites with the chosen filters only. */
    isFiltered?: boolean;
  };
  const matching = (table: MatchTable, expression: string | null, points: SQL | number, limits: Limits) =>
    expression === null || (sort && !limits.isExact)
      ? NO_HITS
      : sql`SELECT * FROM (
          SELECT ${table.id} AS id, ${points} AS points, ${limits.isExact ? 1 : 0} AS is_exact FROM ${table}
          WHERE ${table} MATCH ${scoped(table, within(expression, limits.columns ?? columns, category), limits)}
          ORDER BY ${first(table.id)} LIMIT ${
            // In WHERE, SQLite would read all hits and check the condition for each of them.
            limits.when ? sql`CASE WHEN ${limits.when} THEN ${atMost(limits.limit)} ELSE 0 END` : atMost(limits.limit)
          }
        )`;
  const atMost = (limit: number) => Math.min(limit, maxHits + 1);
  const scoped = (table: MatchTable, expression: string, { isFiltered = false }: Limits) => {
    // Only the rule that counts hits looks for the chosen filters. `listed` checks the hits of the others, which would
    // otherwise fill up the list with sites that it has not without filters.
    const narrowed = filtered && isFiltered ? `(${expression}) AND ${filtered}` : expression;
    return scope && table !== siteNameSearch ? sql`${narrowed} || (SELECT match FROM scope)` : sql`${narrowed}`;
  };
  const named = (keys: readonly string[]) => sql`
    json_each(${JSON.stringify(keys)}) AS asked JOIN ${namedProducts} ON ${namedProducts.nameKey} = asked.value
    JOIN ${products} ON ${products.id} = ${namedProducts.productId}`;
  const sitesReplacing = (productId: SQL | SQLiteColumn, limit: number) => sql`
    SELECT ${alternatives.siteId} AS id FROM ${alternatives} WHERE ${alternatives.productId} = ${productId}
    ORDER BY ${first(alternatives.siteId)} LIMIT ${limit}`;
  const ofNeed = question.units.flatMap((unit) => unit.products);
  const [served, servedPoints] =
    ofNeed.length > 0 ? [ofNeed, POINTS.replacingForNeed] : [question.rivals, POINTS.replacingRival];
  const replacingOthers =
    sort || served.length === 0
      ? NO_HITS
      : sql`SELECT value AS id, ${servedPoints} AS points, 0 AS is_exact FROM (
          SELECT (SELECT json_group_array(id) FROM (${sitesReplacing(products.id, MAX_OF_PRODUCT)})) AS ids FROM ${named(served.slice(0, MAX_PRODUCTS))}
        ) CROSS JOIN json_each(ids)`;
  const hasProduct = sql`EXISTS (SELECT 1 FROM product)`;
  const found = sql`(SELECT found FROM counted)`;
  const isShort = sql`${found} < ${ENOUGH}`;
  const exact = { isExact: true, limit: FILL };
  const every = (points: SQL | number, isExact: boolean, limits: Limits) =>
    matching(siteStemSearch, expressions.every, points, { ...limits, isExact });
  // D1 allows five parts in a UNION.
  return sql`
    WITH scope AS MATERIALIZED (SELECT ${scope ?? sql`''`} AS match), candidates AS MATERIALIZED (
      SELECT asked.key AS place, ${products.id} AS id, ${products.name} AS name, ${products.slug} AS slug, ${products.siteCount} AS count
      FROM ${named(question.product?.keys ?? [])} WHERE ${products.siteCount} > 0
      UNION ALL SELECT * FROM (${productsThatBegin(question)})
    ), product AS MATERIALIZED (
      SELECT * FROM candidates ORDER BY place LIMIT 1
    ), counted AS MATERIALIZED (
      SELECT coalesce((SELECT count FROM product), 0) + (SELECT count(*) FROM (${every(0, true, { limit: ENOUGH })})) AS found
    ), parts AS (
      ${every(sql`${POINTS.every} + ${fit}`, true, { limit: maxHits + 1, isFiltered: true, when: sort ? sql`true` : sql`NOT ${hasProduct}` })}
      UNION ALL SELECT id, ${POINTS.replacing}, 1 FROM (${sitesReplacing(subject ?? sql`(SELECT id FROM product)`, maxHits + 1)})
      UNION ALL SELECT * FROM (
        SELECT * FROM (
          SELECT ${sites.id}, ${POINTS.named}, 1 FROM ${sites} WHERE ${sites.nameKey} = ${key}
          ORDER BY ${first(sites.id)} LIMIT ${MAX_NAMED}
        )
        UNION ALL ${matching(siteNameSearch, expressions.nameBeginning, POINTS.begins, { ...exact, limit: MAX_NAMED, columns: ["name"] })}
        UNION ALL ${matching(siteNameSearch, expressions.name, POINTS.inName, { ...exact, limit: MAX_NAMED, columns: ["name"] })}
        UNION ALL ${matching(siteStemSearch, expressions.wide, sql`${POINTS.wide} + ${fit}`, { ...exact, when: isShort })}
        UNION ALL ${matching(siteStemSearch, expressions.most, sql`${POINTS.most} + ${fit}`, { ...exact, when: isShort })}
      )
      UNION ALL ${matching(siteSearch, expressions.beginnings, POINTS.beginnings, { ...exact, limit: maxHits + 1, when: sql`${found} = 0` })}
      UNION ALL SELECT * FROM (
        SELECT * FROM (
          ${every(sql`${fit} * 0.3`, false, { limit: MAX_MENTIONS, when: hasProduct })}
          UNION ALL ${matching(siteStemSearch, expressions.mention, sql`${fit} * 0.3`, { limit: MAX_MENTIONS })}
          UNION ALL ${matching(siteStemSearch, expressions.comparison, sql`${POINTS.comparison} + ${fit}`, { limit: MAX_MENTIONS })}
          UNION ALL ${matching(siteSearch, expressions.whole, POINTS.whole, { limit: MAX_MENTIONS, when: sql`${found} > 0` })}
          UNION ALL ${matching(siteStemSearch, expressions.extras, sql`${POINTS.extras} + ${fit} * 0.2`, { limit: FILL, when: sql`${found} > 0` })}
        )
        UNION ALL SELECT * FROM (
          ${replacingOthers}
          UNION ALL ${matching(siteStemSearch, expressions.broader, sql`${fit} * 0.5`, { limit: FILL, when: isShort })}
          UNION ALL ${matching(siteStemSearch, expressions.every, POINTS.article, { limit: FILL, when: isShort, columns: ["article"] })}
        )
        UNION ALL ${matching(siteStemSearch, expressions.productNeed, sql`${POINTS.productNeed} + ${fit} * 0.6`, { limit: FILL, when: isShort })}
        UNION ALL ${matching(siteStemSearch, expressions.need, sql`${POINTS.need} + ${fit} * 0.5`, { limit: FILL, when: isShort })}
        UNION ALL ${matching(siteStemSearch, expressions.some, sql`${fit} * 0.5`, { limit: MAX_SOME, when: sql`${found} > 0 AND ${isShort}` })}
      )
    )
    SELECT (SELECT name FROM product) AS product_name, (SELECT slug FROM product) AS product_slug,
      (SELECT count FROM product) AS product_count, count(*) AS total, coalesce(sum(is_exact), 0) AS exact_count,
      coalesce(group_concat(${idText(sql`id`)}, '' ORDER BY is_exact DESC, ${order(sort)}), '') AS ids
    FROM (
      SELECT hits.id, hits.is_exact, ${sites.likeCount} AS like_count,
        hits.points + ${wishPoints(question.wishes)} + ${POINTS.likes} * ${sites.likeCount} / (${sites.likeCount} + 10.0) AS points
      FROM (
        SELECT id, sum(points) AS points, max(is_exact) AS is_exact FROM parts GROUP BY id
      ) AS hits CROSS JOIN ${sites} ON ${sites.id} = hits.id WHERE ${listed}
    )`;
}

/** If a question asks for a product by the first words of its name: "ableton" for "Ableton Live". */
function productsThatBegin({ product }: Question): SQL {
  const [start = ""] = product?.keys ?? [];
  if (!product?.isAsked || start.length < MIN_BEGINNING) return sql`SELECT 0, 0, '', '', 0 WHERE false`;
  return sql`
    SELECT ${BEHIND_ALL_KEYS}, ${products.id}, ${products.name}, ${products.slug}, ${products.siteCount} FROM (
      SELECT ${namedProducts.productId} AS id FROM ${namedProducts}
      WHERE ${namedProducts.nameKey} >= ${start} AND ${namedProducts.nameKey} < ${`${start}\u{10ffff}`} LIMIT ${MAX_BEGINNINGS}
    ) AS found CROSS JOIN ${products} ON ${products.id} = found.id
    WHERE ${products.siteCount} > 0 AND instr(lower(${products.name}), ${`${product.words.join(" ")} `}) = 1
    ORDER BY ${products.siteCount} DESC, ${products.id} LIMIT 1`;
}

/** The letters of an id and the comma after it. */
export const ID_WIDTH = 11;

/** Returns an SQL expression for an id as a part of `ids` in `selectHits`. */
export const idText = (id: SQL | SQLiteColumn) => sql`printf('%10d,', ${id})`;

/** Ids grow with time, so the newest site has the highest id. */
function order(sort: Sort | null): SQL {
  if (sort === "oldest") return sql`id`;
  if (sort === "popular") return sql`like_count DESC, id DESC`;
  return sort ? sql`id DESC` : sql`points DESC, id DESC`;
}

function wishPoints(wishes: readonly WishKind[]): SQL {
  const text = sql`' ' || lower(${sites.name} || ' ' || ${sites.description}) || ' '`;
  const has = (source: SQL, parts: readonly string[]) =>
    parts.map((part) => sql`instr(${source}, ${literal(part)}) > 0`);
  const meets = (conditions: SQL[]) => drizzleSql.join([sql`false`, ...conditions], sql` OR `);
  const points = wishes.map(({ kind, filter, texts, links = [], hints = [] }) => {
    const most = kind === "audience" ? POINTS.audience : POINTS.wish;
    const [name, ...values] = filter ?? [];
    const denies = name === undefined ? sql`false` : deniesFilter(name);
    const states = name === undefined ? [] : [meetsFilter(name, values)];
    return sql`CASE WHEN ${denies} THEN 0 WHEN ${meets([...states, ...has(text, texts), ...has(sql`${sites.link} || '/'`, links)])} THEN ${most}
      WHEN ${meets(has(text, hints))} THEN ${most / 2} ELSE 0 END`;
  });
  return drizzleSql.join([sql`0`, ...points], sql` + `);
}

/** Only for texts of `wishes.ts`. As parameters, they would be too many for D1. */
const literal = (text: string) => drizzleSql.raw(`'${text.replaceAll("'", "''")}'`);
