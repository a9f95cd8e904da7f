import { emptyRecord } from "#schema/values/records.ts";
import { MAX_FILTERED_SITES, MAX_SEARCH_HITS } from "#schema/sites/sites.ts";
import type { Facets, SitePage } from "#schema/sites/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { nearestOf, thoseWithSites } from "../../search/nearest.ts";
import { understoodOf } from "../../search/understood.ts";
import { shows } from "../../../http/edge-scope.ts";
import { countHits } from "./filters.ts";
import { browseStatement, narrowedStatement } from "./browse-statement.ts";
import { isNarrowed, type ListRequest, questionOf, vocabularyOf } from "./list-request.ts";
import { emptyListStatement, isSite, type ListedRow } from "./page-statement.ts";
import { searchStatement } from "./search-statement.ts";
import { type SiteRow, toSite, toStatedPair } from "../rows/rows.ts";

export async function listSites(db: Db, request: ListRequest): Promise<SitePage> {
  return finishList(db, request, await listStatement(db, request));
}

/** Returns the query of a list and its featured places. `finishList` converts its rows. */
export function listStatement(db: Db, request: ListRequest) {
  if (request.q === "") return isNarrowed(request) ? narrowedStatement(db, request) : browseStatement(db, request);
  const question = questionOf(request);
  if (question.words.length > 0) return searchStatement(db, request, question);
  return emptyListStatement(db);
}

/** Asks again if a search found nothing exact, but another spelling does: one more round trip. */
export async function finishList(db: Db, request: ListRequest, rows: ListedRow[]): Promise<SitePage> {
  const page = toSitePage(request, rows);
  const { exactCount, corrected, productName } = rows[0]!;
  if (request.q === "" || productName !== null) return page;
  const [question, vocabulary] = [questionOf(request), vocabularyOf(request)];
  const spelling = corrected ?? (page.count === 0 ? vocabulary.splitWords(question.words) : null);
  if (spelling !== null) {
    if (exactCount > 0) return { ...page, did_you_mean: spelling };
    const again = { ...request, q: spelling, isCorrection: true };
    const better = toSitePage(again, await listStatement(db, again));
    // A product that nobody knows is no misspelt word: "alternative to uber" is not about users.
    const isFound = better.count > 0 && (!question.product?.isAsked || better.understood?.product != null);
    if (isFound) return { ...better, corrected_query: spelling };
  }
  if (page.count > 0) return page;
  return { ...page, nearest: await thoseWithSites(db, nearestOf(question, vocabulary), vocabulary) };
}

function toSitePage(request: ListRequest, rows: ListedRow[]): SitePage {
  const { q, page, perPage, maxHits = MAX_SEARCH_HITS } = request;
  const { total, exactCount, productName, productSlug, productCount, facets } = rows[0]!;
  const most = q === "" ? (isNarrowed(request) ? MAX_FILTERED_SITES : total) : maxHits;
  const count = Math.min(total, most);
  const found = rows.filter(isSite);
  if (productSlug !== null) shows(`product:${productSlug}`);
  const product =
    productName === null || productSlug === null
      ? null
      : { name: productName, slug: productSlug, count: productCount ?? 0 };
  return {
    featured: found.filter(({ isPlace }) => isPlace).map((row) => toListed(row, request)),
    results: found.filter(({ isPlace }) => !isPlace).map((row) => toListed(row, request)),
    count,
    page,
    pages: Math.ceil(count / perPage),
    ...(total > count && { count_capped: true }),
    ...(facets !== null && toFacets(facets, request)),
    ...(q !== "" && { understood: understoodOf(questionOf(request), product) }),
    ...(q !== "" && exactCount < count && { exact_count: exactCount }),
  };
}

function toListed(row: ListedRow & SiteRow, { now, replaces }: ListRequest) {
  const pair = replaces !== undefined && toStatedPair({ pair: row.pair, statedAt: row.pairStatedAt });
  return { ...toSite(row, now), ...(pair && Object.keys(pair).length > 0 && { pair }) };
}

/** A chosen value without sites has the number 0. `products` names the products that are values. */
function toFacets(text: string, { q, filters = {} }: ListRequest): Required<Pick<SitePage, "facets" | "products">> {
  const { facets, products } = q === "" ? readFacets(JSON.parse(text) as FacetRow[]) : countHits(text, filters);
  for (const [filter, values] of Object.entries(filters))
    for (const value of values) (facets[filter] ??= emptyRecord())[value] ??= 0;
  return { facets, products };
}

function readFacets(rows: FacetRow[]) {
  const facets: Facets = {};
  const products = emptyRecord<string>();
  for (const [filter, value, number, name] of rows) {
    (facets[filter] ??= emptyRecord())[value] = number;
    if (name !== null) products[value] = name;
  }
  return { facets, products };
}

type FacetRow = [filter: string, value: string, number: number, product: string | null];
