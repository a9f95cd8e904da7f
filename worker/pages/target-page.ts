import { type TargetPage, targetSorts } from "#schema/pages.ts";
import { ALTERNATIVES_PER_PAGE } from "#schema/sites.ts";
import type { Db } from "../db/connection.ts";
import { AppError } from "../errors.ts";
import { shows } from "../http/edge-scope.ts";
import { ofProduct, shareImageOf } from "../features/share-images/share-page.ts";
import type { ReadVocabulary } from "../features/search/read-vocabulary.ts";
import { finishList, listStatement } from "../features/sites/list.ts";
import type { ListRequest } from "../features/sites/list/list-request.ts";
import { guideStatements, toGuide } from "../features/targets/guide.ts";
import { relatedTargetsStatement, targetStatement, toProductLinks } from "../features/targets/queries.ts";
import { forCards } from "./for-cards.ts";
import { countedCombinations } from "./counted-combinations.ts";
import { combineWith, listQueryFrom, requirePageInRange } from "./list-params.ts";

/** Each hit of a search costs more than one of a search in all sites: its products are read, too. */
const MAX_HITS = 400;

type Options = { now: number; directory: string; readVocabulary: ReadVocabulary; combination?: string | undefined };

export async function findTargetPage(
  db: Db,
  slug: string,
  params: URLSearchParams,
  { now, directory, readVocabulary, combination }: Options,
): Promise<TargetPage> {
  const query = { ...combineWith(listQueryFrom(params, targetSorts(params)), combination), category: null };
  const request: ListRequest = {
    ...query,
    now,
    replaces: slug,
    maxHits: MAX_HITS,
    vocabulary: await readVocabulary(query.q),
    perPage: ALTERNATIVES_PER_PAGE,
    hasFeaturedPlaces: true,
    hasFacets: true,
  };
  const [[target], related, rows, ...guide] = await db.batch([
    targetStatement(db, slug, now),
    relatedTargetsStatement(db, slug),
    listStatement(db, request),
    ...guideStatements(db, slug),
  ]);
  if (!target) throw new AppError("not_found", "Alternative not found");
  shows(`product:${target.slug}`, `replaces:${target.id}`);
  const list = await finishList(db, request, rows);
  return {
    target: { name: target.name, slug: target.slug, link: target.link, count: target.count },
    guide: toGuide(guide),
    share_image: shareImageOf(ofProduct(target, directory)),
    query,
    // A former slug redirects to the current one. Its page number is checked after the redirect.
    sites: forCards(target.slug === slug ? requirePageInRange(list) : list, query),
    combinations: countedCombinations(list, query),
    related: toProductLinks(related),
  };
}
