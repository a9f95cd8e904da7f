import { sql } from "drizzle-orm";
import { isFiltered } from "#schema/facts/filters.ts";
import { parseListQuery, type SearchPage } from "#schema/pages/pages.ts";
import { comparePath, homePath, productPath, withQuery } from "#schema/pages/paths.ts";
import { MAX_COMPARED } from "#schema/sites/comparisons.ts";
import { products } from "#schema/tables/sites.ts";
import type { Db } from "../db/connection.ts";
import { queryRows } from "../db/raw.ts";
import { productNamed } from "../features/search/candidates.ts";
import { readQuestion } from "../features/search/question.ts";
import { nearestWords } from "../features/search/spelling.ts";
import type { Vocabulary } from "../features/search/vocabulary.ts";
import { wordsOf } from "../features/search/words.ts";
import { listSites } from "../features/sites/list/list.ts";
import { shows } from "../http/edge-scope.ts";
import { productKey } from "../names/products.ts";
import { namedSitesStatement } from "./compare-page.ts";

const VERSUS = /\s+(?:vs\.?|versus|or)\s+/i;

/**
 * Finds the page of the product that was typed ("Slack", "alternatives to slack"), of the comparison ("slack vs mattermost"),
 * or of the filters ("self-hosted").
 */
export async function findSearchPage(
  db: Db,
  params: URLSearchParams,
  { vocabulary, now }: { vocabulary: Vocabulary | undefined; now: number },
): Promise<SearchPage> {
  const { q, category, sort, filters } = parseListQuery(params).query;
  shows("list");
  if (!vocabulary || category || sort || isFiltered(filters)) return { path: null };
  const names = q.split(VERSUS);
  const found = names.length > 1 ? comparisonOf(db, names, vocabulary) : productOf(db, q, vocabulary);
  const path = (await found) ?? (names.length > 1 ? null : await meantProductOf(db, q, vocabulary, now));
  return { path: path ? withQuery(encodeURI(path), { searched: q }) : filtersOf(q, vocabulary) };
}

/** "Calendar" is a product, but who types it probably needs any calendar. */
async function productOf(db: Db, q: string, vocabulary: Vocabulary): Promise<string | null> {
  const { product: asked } = readQuestion(q, vocabulary);
  const isAsked = asked?.isAsked && asked.without === "";
  if (!isAsked && vocabulary.find(wordsOf(q)).length > 0) return null;
  const key = productKey(q);
  const [product] = await queryRows(
    db,
    { slug: products.slug, count: products.siteCount },
    (columns) => sql`SELECT ${columns} FROM ${products}
      WHERE ${products.id} = (${productNamed(isAsked ? asked.keys : [key, ...vocabulary.namesOf(key)])})`,
  );
  return product && product.count > 0 ? productPath(product.slug) : null;
}

/** Wishes alone are filters of all sites: "free self-hosted". */
function filtersOf(q: string, vocabulary: Vocabulary): string | null {
  const { wishes, units, product } = readQuestion(q, vocabulary, true);
  const filters = new Map(wishes.map(({ filter: [name = "", ...values] = [] }) => [name, values]));
  const isAll = filters.size === wishes.length && !filters.has("") && units.length === 0 && !product;
  return isAll && filters.size > 0 ? `${withQuery(homePath, Object.fromEntries(filters))}#results` : null;
}

/** The name may be misspelt: "slakc", "wats app". If the list would only offer the better spelling, it stays the answer. */
async function meantProductOf(db: Db, q: string, vocabulary: Vocabulary, now: number): Promise<string | null> {
  const words = wordsOf(q);
  const typed = words.length === 2 ? [words, [words.join("")]] : [words];
  const meant = await Promise.all(typed.map((some) => nearestWords(db, some, vocabulary)));
  const paths = await Promise.all(meant.map((text) => text && productOf(db, text, vocabulary)));
  const path = paths.find(Boolean);
  if (!path) return null;
  const list = await listSites(db, { now, q, sort: null, page: 1, perPage: 1, vocabulary });
  return list.corrected_query !== undefined || list.count === 0 ? path : null;
}

/**
 * A site is found by its name, or by the usual name of the product that it is: "VS Code". If one of two names is that of a
 * product without a listing, its page is the answer.
 */
async function comparisonOf(db: Db, names: string[], vocabulary: Vocabulary): Promise<string | null> {
  if (names.length > MAX_COMPARED) return null;
  const usual = names.map((name) => vocabulary.productName(productKey(name)) ?? name);
  const found = await namedSitesStatement(db, [...names, ...usual]);
  const slugs = names.map((_, at) => found.find((site) => site.at % names.length === at)?.slug);
  const known = new Set(slugs.filter((slug) => slug !== undefined));
  if (known.size === names.length) return comparePath(...known);
  const other = names.find((_, at) => slugs[at] === undefined);
  return names.length === 2 && known.size === 1 && other ? productOf(db, other, vocabulary) : null;
}
