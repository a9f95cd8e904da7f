import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { namedProducts, siteNameSearch, siteSearch, siteStemSearch } from "#schema/search/derived-tables.ts";
import type { Category, Sort } from "#schema/sites/sites.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows, type RowOf } from "../../db/raw.ts";
import { expressionsOf, type SearchColumns, within } from "./match.ts";
import { isPast, meritAt } from "./merit.ts";
import type { Question } from "./question.ts";

/** The most sites that a query reads to fill up a list. */
const FILL = 120;
const MAX_NAMED = 30;
/** Products that serve a need, and the sites that are read of each. */
const MAX_PRODUCTS = 12;
const MAX_OF_PRODUCT = 30;

export type Search = {
  now: number;
  question: Question;
  /** The typed text as `nameKey` writes it. */
  typed: string;
  /** Also finds sites with words that begin with the typed ones. */
  withBeginnings: boolean;
  /** Null: the best match first. */
  sort: Sort | null;
  category?: Category | null | undefined;
  columns: SearchColumns;
  /** SQL condition for the sites of the list. */
  listed: SQL;
  /** SQL condition for the sites that the visitor's filters leave, and the same as an FTS5 expression. "": no filter. */
  meets: SQL;
  filtered: string;
  /** SQL for the end of each FTS5 expression, if all sites of the list replace one product: ` AND alternatives : "Slack"`. */
  scope?: SQL | undefined;
  /** SQL for the id of a product: all sites that replace it are hits, because the question has only wishes. */
  subject?: SQL | undefined;
  /** So many hits are counted. A query reads at most one more, to know that there are more. */
  maxHits: number;
};

/** The product that was asked for. `count`: so many sites replace it. */
export type FoundProduct = { name: string; slug: string; count: number };

const columnsOf = ({ now, meets, question }: Search) => ({
  id: sites.id,
  name: sites.name,
  link: sites.link,
  description: sites.description,
  likeCount: sites.likeCount,
  isPast: isPast.mapWith(Boolean),
  merit: meritAt(now).mapWith(Number),
  /** Only wishes need them. */
  facts: question.wishes.some(({ filter }) => filter) ? sites.facts : sql`'{}'`.mapWith(sites.facts),
  meets: sql`${meets}`.mapWith(Boolean),
});

/** A site that queries found. */
export type Candidate = RowOf<ReturnType<typeof columnsOf>> & { found: Set<Finder> };

/**
 * Finds the product that a question asks for, and the sites that may answer it. One round trip. Each query reads the
 * newest sites that it finds, up to a limit, so the cost does not grow with the directory.
 */
export async function findCandidates(
  db: Db,
  search: Search,
): Promise<{ product: FoundProduct | null; candidates: Candidate[] }> {
  const queries = queriesOf(search);
  const selection = columnsOf(search);
  const [[product = null], ...results] = await db.batch([
    queryRows(
      db,
      { name: products.name, slug: products.slug, count: products.siteCount },
      (columns) => sql`SELECT ${columns} FROM ${products} WHERE ${products.id} = (${productOf(search.question)})`,
    ),
    ...queries.map(([, ids]) =>
      queryRows(
        db,
        selection,
        (columns) => sql`SELECT ${columns} FROM (${ids}) AS found
          CROSS JOIN ${sites} ON ${sites.id} = found.id WHERE ${search.listed}`,
      ),
    ),
  ]);
  const candidates = new Map<number, Candidate>();
  for (const [index, rows] of results.entries())
    for (const site of rows) {
      const known = candidates.get(site.id) ?? { ...site, found: new Set() };
      candidates.set(site.id, known);
      known.found.add(queries[index]![0]);
    }
  return { product, candidates: [...candidates.values()] };
}

/** `filteredWords`: of more sites with the words than a search reads, those that the visitor's filters leave. */
type Finder = "linked" | "replaces" | "named" | "words" | "filteredWords" | "beginnings" | "need" | "serves";

/** The queries of a search. Each selects the `id` of sites. */
function queriesOf(search: Search): [Finder, SQL][] {
  const { question, typed, withBeginnings, sort, category, columns, scope, subject, filtered, maxHits } = search;
  const first = (id: SQLiteColumn) => (sort === "oldest" ? sql`${id}` : sql`${id} DESC`);
  const { words, beginnings, nameWords, nameBeginning, need } = expressionsOf(question);
  const all = maxHits + 1;
  const matching = (finder: Finder, table: SearchTable, expression: string | null, limit: number): [Finder, SQL][] => {
    if (expression === null) return [];
    const match = scope && table !== siteNameSearch ? sql`(SELECT ${expression} || ${scope})` : sql`${expression}`;
    return [
      [
        finder,
        sql`SELECT ${table.id} AS id FROM ${table} WHERE ${table} MATCH ${match} ORDER BY ${first(table.id)} LIMIT ${Math.min(limit, all)}`,
      ],
    ];
  };
  const inTexts = (expression: string | null) => expression && within(expression, columns, category);
  const inName = (expression: string | null) => expression && within(expression, ["name"], category);
  const exact: [Finder, SQL][] = [
    ...linkedSites(question, first),
    ["replaces", sitesReplacing(sql`(${subject ?? productOf(question)})`, first, all)],
    [
      "named",
      sql`SELECT ${sites.id} AS id FROM ${sites} WHERE ${sites.nameKey} = ${typed} ORDER BY ${first(sites.id)} LIMIT ${MAX_NAMED}`,
    ],
    ...matching("named", siteNameSearch, inName(nameBeginning), MAX_NAMED),
    ...matching("named", siteNameSearch, inName(nameWords), MAX_NAMED),
    ...matching("words", siteStemSearch, inTexts(words), all),
    ...matching("filteredWords", siteStemSearch, filtered && words ? `${inTexts(words)} AND ${filtered}` : null, all),
    ...matching("beginnings", siteSearch, withBeginnings ? inTexts(beginnings) : null, all),
  ];
  if (sort) return exact;
  return [...exact, ...matching("need", siteStemSearch, inTexts(need), FILL), ...replacingAny(question, first)];
}

type SearchTable = typeof siteStemSearch | typeof siteSearch | typeof siteNameSearch;
type First = (id: SQLiteColumn) => SQL;

const sitesReplacing = (productId: SQL, first: First, limit: number) =>
  sql`SELECT ${alternatives.siteId} AS id FROM ${alternatives} WHERE ${alternatives.productId} = ${productId}
    ORDER BY ${first(alternatives.siteId)} LIMIT ${limit}`;

/** Sites with the page or the host of the address. */
function linkedSites({ address }: Question, first: First): [Finder, SQL][] {
  if (!address) return [];
  const having = (column: SQLiteColumn, value: string) =>
    sql`SELECT * FROM (SELECT ${sites.id} AS id FROM ${sites} WHERE ${column} = ${value} AND ${sites.review} = 'active' ORDER BY ${first(sites.id)} LIMIT ${MAX_NAMED})`;
  // D1 refuses a union of more than five SELECTs (`MAX_PARTS` in address.ts).
  return [
    address.pages.map((page) => having(sites.pageKey, page)),
    address.hosts.map((host) => having(sites.host, host)),
  ]
    .filter((found) => found.length > 0)
    .map((found) => ["linked", sql.join(found, sql` UNION ALL `)]);
}

/** Sites that replace products for the need, or for the needs that the product serves. */
function replacingAny({ units, rivals }: Question, first: First): [Finder, SQL][] {
  const ofNeed = units.flatMap((unit) => unit.products);
  const names = ofNeed.length > 0 ? ofNeed : rivals;
  if (names.length === 0) return [];
  return [
    [
      "serves",
      sql`SELECT site.value AS id FROM json_each(${JSON.stringify(names.slice(0, MAX_PRODUCTS))}) AS asked
        CROSS JOIN json_each((
          SELECT json_group_array(id) FROM (${sitesReplacing(sql`(${productsNamed(sql`asked.value`)} LIMIT 1)`, first, MAX_OF_PRODUCT)})
        )) AS site`,
    ],
  ];
}

const productOf = ({ product, address }: Question) => productNamed(product?.keys ?? [], address !== undefined);

/** Selects the id of a product: of its possible names, the first one that sites replace, or else the first known one. */
export const productNamed = (keys: readonly string[], isAddress = false) => sql`
  SELECT ${products.id} FROM json_each(${JSON.stringify(keys)}) AS asked
  CROSS JOIN ${products} ON ${products.id} IN (${productsNamed(sql`asked.value`)}${isAddress ? productsAt(sql`asked.value`) : sql``})
  ORDER BY ${products.siteCount} = 0, asked.key, ${products.siteCount} DESC LIMIT 1`;

/** Owners often give a maker's home page for each of its products. */
const productsAt = (key: SQL) =>
  sql` UNION ALL SELECT * FROM (SELECT ${products.id} FROM ${products} WHERE ${products.linkKey} = ${key} LIMIT ${MAX_NAMED})`;

/** As a join with ORDER BY, SQLite would read all names. */
const productsNamed = (key: SQL) =>
  sql`SELECT ${namedProducts.productId} FROM ${namedProducts} WHERE ${namedProducts.nameKey} = ${key}`;
