import type { SitePage } from "#schema/sites/sites.ts";
import { emptyRecord } from "#schema/values/records.ts";
import { type SiteRow, toSite, toStatedPair } from "../rows/rows.ts";
import type { Numbers } from "./filters.ts";
import type { ListRequest } from "./list-request.ts";
import type { ListedRow } from "./page-rows.ts";

type Read = {
  rows: ListedRow[];
  places: SiteRow[];
  total: number;
  /** So many sites are counted. */
  most: number;
  numbers: Numbers | null;
};

export function toSitePage(request: ListRequest, { rows, places, total, most, numbers }: Read): SitePage {
  const { now, page, perPage } = request;
  const count = Math.min(total, most);
  return {
    featured: places.map((row) => toSite(row, now)),
    results: rows.map((row) => toListed(row, request)),
    count,
    page,
    pages: Math.ceil(count / perPage),
    ...(total > count && { count_capped: true }),
    ...(numbers && withChosen(numbers, request)),
  };
}

function toListed(row: ListedRow, { now, replaces }: ListRequest) {
  const pair = replaces !== undefined && toStatedPair({ pair: row.pair, statedAt: row.pairStatedAt });
  return { ...toSite(row, now), ...(pair && Object.keys(pair).length > 0 && { pair }) };
}

/** A chosen value without sites has the number 0. */
function withChosen({ facets, products }: Numbers, { filters = {} }: ListRequest): Numbers {
  for (const [filter, values] of Object.entries(filters))
    for (const value of values) (facets[filter] ??= emptyRecord())[value] ??= 0;
  return { facets, products };
}
