import { eq } from "drizzle-orm";
import { type ProductPage, productSorts } from "#schema/pages/pages.ts";
import { ALTERNATIVES_PER_PAGE } from "#schema/sites/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import type { Db } from "../db/connection.ts";
import { AppError } from "../errors.ts";
import { shows } from "../http/edge-scope.ts";
import { ofProduct, shareImageOf } from "../features/share-images/share-page.ts";
import type { Vocabulary } from "../features/search/vocabulary.ts";
import { listSites } from "../features/sites/list/list.ts";
import type { ListRequest } from "../features/sites/list/list-request.ts";
import { guideStatements, toGuide } from "../features/products/guide.ts";
import {
  productIdOfSlug,
  productStatement,
  relatedProductsStatement,
  toProductLinks,
} from "../features/products/queries.ts";
import { movedStatements, readTeam, toMoved } from "../features/switches/figures.ts";
import { forCards } from "../features/sites/list/for-cards.ts";
import { combineWith, listQueryFrom, requirePageInRange } from "./list-params.ts";

/** Each hit of a search costs more than one of a search in all sites: its products are read, too. */
const MAX_HITS = 400;

type Options = { now: number; directory: string; vocabulary: Vocabulary | undefined; combination?: string | undefined };

export async function findProductPage(
  db: Db,
  slug: string,
  params: URLSearchParams,
  { now, directory, vocabulary, combination }: Options,
): Promise<ProductPage> {
  const query = { ...combineWith(listQueryFrom(params, productSorts(params)), combination), category: null };
  const request: ListRequest = {
    ...query,
    now,
    replaces: slug,
    maxHits: MAX_HITS,
    vocabulary,
    perPage: ALTERNATIVES_PER_PAGE,
    hasFeaturedPlaces: true,
    hasFacets: true,
  };
  const team = readTeam(params.get("team"));
  const [list, [[product], related, pairs, answers, ...guide]] = await Promise.all([
    listSites(db, request),
    db.batch([
      productStatement(db, slug, now),
      relatedProductsStatement(db, slug),
      ...movedStatements(db, eq(switches.productId, productIdOfSlug(slug)), team),
      ...guideStatements(db, slug),
    ]),
  ]);
  if (!product) throw new AppError("not_found", "Alternative not found");
  shows(`product:${product.slug}`, `replaces:${product.id}`);
  return {
    product: { name: product.name, slug: product.slug, link: product.link, count: product.count },
    guide: toGuide(guide),
    moved: toMoved([pairs, answers], team),
    share_image: shareImageOf(ofProduct(product, directory)),
    query,
    // A former slug redirects to the current one. Its page number is checked after the redirect.
    sites: forCards(product.slug === slug ? requirePageInRange(list) : list, query),
    related: toProductLinks(related),
  };
}
