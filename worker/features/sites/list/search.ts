import { inArray, or, sql } from "drizzle-orm";
import { MAX_SEARCH_HITS, type SitePage } from "#schema/sites/sites.ts";
import { featuredSearch } from "#schema/search/derived-tables.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";
import { pageOffset } from "../../../db/paging.ts";
import { queryRows } from "../../../db/raw.ts";
import { shows } from "../../../http/edge-scope.ts";
import { nameKey } from "../../../names/keys.ts";
import { findCandidates, type FoundProduct } from "../../search/candidates.ts";
import { ALL_TEXTS, expressionsOf, within } from "../../search/match.ts";
import { type Hit, isItself, rank } from "../../search/points.ts";
import type { Question } from "../../search/question.ts";
import { nearestWords } from "../../search/spelling.ts";
import { understoodOf } from "../../search/understood.ts";
import type { Vocabulary } from "../../search/vocabulary.ts";
import { productIdOfSlug } from "../../products/queries.ts";
import { countHits, filterValuesOfHits, filtersExpression, meetsFilters } from "./filters.ts";
import { type ListRequest, questionOf, vocabularyOf } from "./list-request.ts";
import { toSitePage } from "./site-page.ts";
import { listed, pageStatement, placesStatement } from "./page-rows.ts";
import { namesProduct } from "./product-sites.ts";

/** With fewer exact hits, another spelling is suggested if it is much more common. */
const FEW_HITS = 3;

/**
 * What a search found. `product`: sites replace it. `unreplaced`: the name of a known product that no site replaces. `hits`
 * are those without filters, in their order.
 */
type Answer = { question: Question; product: FoundProduct | null; unreplaced?: string | undefined; hits: Hit[] };

/**
 * Finds the sites that answer the question of a request. One round trip. `withBeginnings`: also those with words that
 * begin with the typed ones.
 */
async function answer(db: Db, request: ListRequest, { withBeginnings = false } = {}): Promise<Answer> {
  const { category, replaces, columns = ALL_TEXTS, filters = {}, maxHits = MAX_SEARCH_HITS } = request;
  const sort = request.sort === "fit" ? null : request.sort;
  const question = questionOf(request);
  const typed = nameKey(question.text);
  if (question.words.length === 0 && !question.address) return { question, product: null, hits: [] };
  const isAboutAll = replaces !== undefined && question.units.length === 0 && !question.product?.isAsked;
  const { product: known, candidates } = await findCandidates(db, {
    now: request.now,
    question,
    typed,
    withBeginnings,
    sort,
    category,
    columns,
    listed: listed({ ...request, filters: {} }),
    meets: meetsFilters(filters),
    filtered: filtersExpression(filters),
    scope: replaces === undefined ? undefined : namesProduct(replaces),
    subject: isAboutAll ? productIdOfSlug(replaces) : undefined,
    maxHits,
  });
  const product = known && known.count > 0 ? known : null;
  const hits = rank(candidates, { typed, question, hasProduct: product !== null, sort });
  // A need is no product: "captcha". Who types the name of a site probably looks for that.
  const isOther = replaces !== undefined || question.units.some(({ isNeed }) => isNeed) || hits.some(isItself);
  const name = known?.name ?? productNameOf(question, vocabularyOf(request));
  return { question, product, unreplaced: product || isOther ? undefined : name, hits };
}

const productNameOf = ({ product }: Question, vocabulary: Vocabulary) =>
  product?.keys.map((key) => vocabulary.productName(key)).find((name) => name !== undefined);

/**
 * Searches for the words of a request. If no site has them, it searches for words that begin with them, and then for a
 * better spelling.
 */
export async function search(db: Db, request: ListRequest): Promise<SitePage> {
  const found = await answer(db, request);
  if (isFound(found) && (found.product !== null || countExact(found) >= FEW_HITS)) return readPage(db, request, found);
  const { question, unreplaced } = found;
  // The name of a known product is no misspelt word.
  const near = nearestWords(db, question.address || unreplaced ? [] : question.words, vocabularyOf(request));
  if (isFound(found)) {
    const [page, spelling] = await Promise.all([readPage(db, request, found), near]);
    return { ...page, ...(spelling !== null && { did_you_mean: spelling }) };
  }
  const [begun, spelling] = await Promise.all([answer(db, request, { withBeginnings: true }), near]);
  if (countExact(begun) > 0) {
    const isMeant = spelling !== null && countExact(begun) < FEW_HITS;
    return { ...(await readPage(db, request, begun)), ...(isMeant && { did_you_mean: spelling }) };
  }
  if (spelling !== null) {
    const corrected = { ...request, q: spelling };
    const again = await fullAnswer(db, corrected);
    // A product that nobody knows is no misspelt word: "alternative to uber" is not about users.
    if (again.hits.length > 0 && (!question.product?.isAsked || again.product !== null))
      return { ...(await readPage(db, corrected, again)), corrected_query: spelling };
  }
  // "Adobe alternatives" names no product, but the maker of some.
  if (question.product?.isAsked && !unreplaced) {
    const q = question.product.words.join(" ");
    const named = { ...request, q };
    const again = await fullAnswer(db, named);
    if (isFound(again)) return { ...(await readPage(db, named, again)), corrected_query: q };
  }
  return readPage(db, request, found);
}

/** Finds the sites that have the words, or else those with words that begin with them, too. */
async function fullAnswer(db: Db, request: ListRequest): Promise<Answer> {
  const found = await answer(db, request);
  return isFound(found) ? found : answer(db, request, { withBeginnings: true });
}

/** The directory has the product, or a site has all words or the address. */
const isFound = ({ product, hits }: Answer) =>
  product !== null || hits.some(({ points, isExact }) => isExact && (points.words ?? points.linked) !== undefined);

const countExact = ({ hits }: Answer) => hits.filter(({ isExact }) => isExact).length;

/** Reads the page of a request. One round trip. */
async function readPage(db: Db, request: ListRequest, answered: Answer): Promise<SitePage> {
  const { question, product, hits } = answered;
  const { page, perPage, category, columns = ALL_TEXTS, filters = {}, maxHits = MAX_SEARCH_HITS } = request;
  const left = hits.filter(({ site }) => site.meets);
  const exact = left.filter(({ isExact }) => isExact);
  const skipped = pageOffset(page, perPage);
  const shown = left.slice(skipped, Math.min(skipped + perPage, maxHits));
  // The numbers beside filters are those of the list without filters.
  const unfiltered = hits.filter(({ site: { found } }) => !(found.size === 1 && found.has("filteredWords")));
  const { words } = expressionsOf(question);
  // Beyond the hits that are counted, too.
  const hasWords =
    product === null &&
    !question.product?.isAsked &&
    words &&
    sql`${sites.id} IN (SELECT ${featuredSearch.id} FROM ${featuredSearch} WHERE ${featuredSearch} MATCH ${within(words, columns, category)})`;
  const [rows, places, [facets]] = await db.batch([
    pageStatement(db, request, sql`SELECT value AS id FROM json_each(${JSON.stringify(idsOf(shown))})`),
    placesStatement(db, request, or(inArray(sites.id, jsonList(idsOf(exact))), hasWords || undefined)),
    queryRows(
      db,
      { values: request.hasFacets ? filterValuesOfHits(idsOf(unfiltered)) : sql<null>`NULL` },
      (columnList) => sql`SELECT ${columnList}`,
    ),
  ]);
  if (product) shows(`product:${product.slug}`);
  const listing = toSitePage(request, {
    rows,
    places,
    total: left.length,
    most: maxHits,
    numbers: facets!.values === null ? null : countHits(facets!.values, filters),
  });
  return {
    ...listing,
    understood: understoodOf(answered, exact),
    ...(exact.length < listing.count && { exact_count: exact.length }),
  };
}

const idsOf = (hits: readonly Hit[]) => hits.map(({ site }) => site.id);
