import { and, or, sql } from "drizzle-orm";
import { isFiltered } from "#schema/facts/filters.ts";
import { MAX_SEARCH_HITS } from "#schema/sites/sites.ts";
import { featuredSearch } from "#schema/search/derived-tables.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { pageOffset } from "../../../db/paging.ts";
import { nameKey } from "../../../names/keys.ts";
import { ALL_TEXTS, expressionsOf, within } from "../../search/match.ts";
import type { Question } from "../../search/question.ts";
import { ID_WIDTH, idText, selectHits } from "../../search/rank.ts";
import { selectNearestWords } from "../../search/spelling.ts";
import { productIdOfSlug } from "../../products/queries.ts";
import { selectFeaturedIds } from "../read/featured-places.ts";
import { filterValuesOfHits, filtersExpression } from "./filters.ts";
import { namesProduct } from "./product-sites.ts";
import { type ListRequest, vocabularyOf } from "./list-request.ts";
import { jsonOf, listed, pageStatement, placesText } from "./page-statement.ts";

/** With fewer exact hits, another spelling is suggested if it is much more common. */
const FEW_HITS = 3;

/**
 * Selects a page of the sites that answer a question (`selectHits`). If no site has all that was asked, `corrected` is a
 * better spelling, which a second query asks for (`finishList`).
 */
export function searchStatement(db: Db, request: ListRequest, question: Question) {
  const { now, q, sort, page, perPage, category, replaces, columns = ALL_TEXTS, isCorrection = false } = request;
  const { filters = {}, hasFacets } = request;
  const { maxHits = MAX_SEARCH_HITS } = request;
  const skipped = pageOffset(page, perPage);
  const shown = Math.max(0, Math.min(skipped + perPage, maxHits) - skipped);
  const expressions = expressionsOf(question);
  const wanted = {
    question,
    expressions,
    key: nameKey(q),
    sort: sort === "fit" ? null : sort,
    category,
    listed: listed(request),
    scope: replaces === undefined ? undefined : namesProduct(replaces),
    filtered: filtersExpression(filters),
    subject:
      replaces !== undefined && question.units.length === 0 && !question.product?.isAsked
        ? productIdOfSlug(replaces)
        : undefined,
    columns,
    maxHits,
  };
  const unfiltered = { ...wanted, listed: listed({ ...request, filters: {} }), filtered: "" };
  const hasAllHits = hasFacets && isFiltered(filters);
  const unfilteredHits = hasAllHits ? sql`all_hits` : sql`hits`;
  const corrected = selectNearestWords(
    question.words,
    vocabularyOf(request),
    sql`(SELECT exact_count < ${FEW_HITS} AND product_name IS NULL FROM ${unfilteredHits})`,
  );
  const isHit = sql`instr(substr(hits.ids, 1, ${ID_WIDTH} * exact_count), ${idText(sites.id)})`;
  const isMatch =
    expressions.every &&
    sql`${sites.id} IN (SELECT ${featuredSearch.id} FROM ${featuredSearch} WHERE ${featuredSearch} MATCH ${within(expressions.every, columns, category)})`;
  const facets = hasFacets
    ? filterValuesOfHits(sql`SELECT value AS id FROM json_each(${jsonOf(sql`(SELECT ids FROM ${unfilteredHits})`)})`)
    : sql`NULL`;
  return pageStatement(
    db,
    request,
    sql`
    WITH hits AS MATERIALIZED (${selectHits(wanted)})
    ${hasAllHits ? sql`, all_hits AS MATERIALIZED (${selectHits(unfiltered)})` : sql``}
    SELECT total, exact_count, ${facets} AS facets, product_name, product_slug, product_count,
      ${isCorrection ? sql`NULL` : sql`(${corrected})`} AS corrected,
      ${placesText(request, selectFeaturedIds(now, and(listed(request), isMatch ? or(isHit, isMatch) : isHit)))} AS places,
      substr(ids, ${ID_WIDTH * skipped + 1}, ${ID_WIDTH * shown}) AS shown
    FROM hits`,
  );
}
