import type { ListQuery, TargetPage } from "#schema/pages.ts";
import { SITES_PER_PAGE, type SitePage } from "#schema/sites.ts";
import type { Db } from "../db/connection.ts";
import { toPage } from "../db/paging.ts";
import { AppError } from "../errors.ts";
import { shows } from "../http/edge-scope.ts";
import { ofProduct, shareImageOf } from "../features/share-images/share-page.ts";
import { targetFeaturedPlacesStatement, targetSitesStatement } from "../features/sites/target-sites.ts";
import type { ReadVocabulary } from "../features/search/read-vocabulary.ts";
import { finishList, type ListRequest, listStatement } from "../features/sites/list.ts";
import { type SiteRow, toSite } from "../features/sites/rows.ts";
import { relatedTargetsStatement, targetStatement, toProductLinks } from "../features/targets/queries.ts";
import { listQueryFrom, requirePageInRange } from "./list-params.ts";

export async function findTargetPage(
  db: Db,
  slug: string,
  params: URLSearchParams,
  { directory, ...options }: { now: number; directory: string; readVocabulary: ReadVocabulary },
): Promise<TargetPage> {
  const query = { ...listQueryFrom(params), category: null };
  const { about, ...found } = await (query.q === "" ? browse : search)(db, slug, { query, ...options });
  const [[target], related] = about;
  if (!target) throw new AppError("not_found", "Alternative not found");
  shows(`product:${target.slug}`, `replaces:${target.id}`);
  const list = await found.list(target.count);
  return {
    target: { name: target.name, slug: target.slug, link: target.link, count: target.count },
    share_image: shareImageOf(ofProduct(target, directory)),
    query,
    // A former slug redirects to the current one. Its page number is checked after the redirect.
    sites: target.slug === slug ? requirePageInRange(list) : list,
    related: toProductLinks(related),
  };
}

/** Each hit costs more than one of a search in all sites: its products are read, too. */
const MAX_HITS = 400;

type Options = { query: ListQuery; now: number; readVocabulary: ReadVocabulary };

const aboutStatements = (db: Db, slug: string, now: number) =>
  [targetStatement(db, slug, now), relatedTargetsStatement(db, slug)] as const;

/** Reads a page of all sites that replace the product. */
async function browse(db: Db, slug: string, { query: { page }, now }: Options) {
  const [target, related, sites, places] = await db.batch([
    ...aboutStatements(db, slug, now),
    targetSitesStatement(db, { slug, page, perPage: SITES_PER_PAGE }),
    targetFeaturedPlacesStatement(db, { slug, now, page }),
  ]);
  const toSites = (rows: SiteRow[]) => rows.map((row) => toSite(row, now));
  return {
    about: [target, related] as const,
    list: async (count: number): Promise<SitePage> => ({
      featured: toSites(places),
      ...toPage(toSites(sites), { count, page, perPage: SITES_PER_PAGE }),
    }),
  };
}

/** Searches the sites that replace the product. */
async function search(db: Db, slug: string, { query, now, readVocabulary }: Options) {
  const request: ListRequest = {
    ...query,
    now,
    replaces: slug,
    maxHits: MAX_HITS,
    vocabulary: await readVocabulary(query.q),
    perPage: SITES_PER_PAGE,
    hasFeaturedPlaces: true,
  };
  const [target, related, rows] = await db.batch([...aboutStatements(db, slug, now), listStatement(db, request)]);
  return { about: [target, related] as const, list: async () => finishList(db, request, rows) };
}
