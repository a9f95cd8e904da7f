import type { CategoryPage } from "#schema/pages/pages.ts";
import { isCategory, SITES_PER_PAGE } from "#schema/sites/sites.ts";
import type { Db } from "../db/connection.ts";
import { AppError } from "../errors.ts";
import { shows } from "../http/edge-scope.ts";
import { ofCategory, shareImageOf } from "../features/share-images/share-page.ts";
import { categoryCountsStatement, countOf, toCategoryCounts } from "../features/sites/read/category-counts.ts";
import { listSites } from "../features/sites/list/list.ts";
import type { ListRequest } from "../features/sites/list/list-request.ts";
import type { Vocabulary } from "../features/search/vocabulary.ts";
import { forCards } from "../features/sites/list/for-cards.ts";
import { combineWith, listQueryFrom, requirePageInRange } from "./list-params.ts";

type Options = { now: number; directory: string; vocabulary: Vocabulary | undefined; combination?: string | undefined };

export async function findCategoryPage(
  db: Db,
  category: string,
  params: URLSearchParams,
  { now, directory, vocabulary, combination }: Options,
): Promise<CategoryPage> {
  if (!isCategory(category)) throw new AppError("not_found", "Category not found");
  shows(`category:${category}`);
  const query = { ...combineWith(listQueryFrom(params), combination), category };
  const request: ListRequest = {
    ...query,
    now,
    vocabulary,
    perPage: SITES_PER_PAGE,
    hasFeaturedPlaces: true,
    hasFacets: true,
  };
  const [found, categories] = await Promise.all([listSites(db, request), categoryCountsStatement(db)]);
  const list = requirePageInRange(found);
  return {
    category,
    share_image: shareImageOf(ofCategory(category, countOf(categories, category), directory)),
    query,
    sites: forCards(list, query),
    categories: toCategoryCounts(categories),
  };
}
