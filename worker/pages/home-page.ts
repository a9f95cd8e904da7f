import { isFiltered } from "#schema/facts/filters.ts";
import type { HomePage } from "#schema/pages/pages.ts";
import { SITES_PER_PAGE } from "#schema/sites/sites.ts";
import type { Db } from "../db/connection.ts";
import { publicBlogsStatement, toBlogSummary } from "../features/blogs/queries.ts";
import { categoryCountsStatement, toCategoryCounts } from "../features/sites/read/category-counts.ts";
import { weekStatement } from "../features/sites/read/week.ts";
import { listSites } from "../features/sites/list/list.ts";
import type { ListRequest } from "../features/sites/list/list-request.ts";
import type { Vocabulary } from "../features/search/vocabulary.ts";
import { shows } from "../http/edge-scope.ts";
import {
  mostReplacedStatement,
  popularStatement,
  toProductLinks,
  toPopularPage,
} from "../features/products/queries.ts";
import { forCards } from "../features/sites/list/for-cards.ts";
import { pageFrom, listQueryFrom, requirePageInRange } from "./list-params.ts";

export async function findHomePage(
  db: Db,
  params: URLSearchParams,
  { now, vocabulary }: { now: number; vocabulary: Vocabulary | undefined },
): Promise<HomePage> {
  shows("list", "posts");
  const query = listQueryFrom(params);
  const popularPage = pageFrom(params, "popular");
  const isOfAll = !query.q && !query.category;
  const isWhole = isOfAll && !isFiltered(query.filters);
  const request: ListRequest = {
    ...query,
    now,
    vocabulary,
    perPage: SITES_PER_PAGE,
    hasFeaturedPlaces: true,
    hasFacets: !isWhole || (query.show ?? query.values) !== undefined,
  };
  const [list, [categories, popular, posts], [mostReplaced, [week]]] = await Promise.all([
    listSites(db, request),
    db.batch([
      categoryCountsStatement(db),
      popularStatement(db, popularPage, now),
      publicBlogsStatement(db, { now, page: 1 }),
    ]),
    isOfAll && query.page === 1 ? db.batch([mostReplacedStatement(db), weekStatement(db, now)]) : [[], []],
  ]);
  return {
    query,
    sites: requirePageInRange(forCards(list, query)),
    categories: toCategoryCounts(categories),
    mostReplaced: toProductLinks(mostReplaced),
    week: (isWhole && week) || null,
    popular: requirePageInRange(toPopularPage(popular, popularPage)),
    posts: posts.map(toBlogSummary),
  };
}
