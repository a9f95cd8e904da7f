import type { TargetPage } from "#schema/pages.ts";
import { SITES_PER_PAGE } from "#schema/sites.ts";
import type { Db } from "../db/connection.ts";
import { toPage } from "../db/paging.ts";
import { AppError } from "../errors.ts";
import { shows } from "../http/edge-scope.ts";
import { ofProduct, shareImageOf } from "../features/share-images/share-page.ts";
import { targetFeaturedPlacesStatement, targetSitesStatement } from "../features/sites/target-sites.ts";
import { toSite } from "../features/sites/rows.ts";
import { relatedTargetsStatement, targetStatement, toProductLinks } from "../features/targets/queries.ts";
import { pageFrom, requirePageInRange } from "./list-params.ts";

export async function findTargetPage(
  db: Db,
  slug: string,
  params: URLSearchParams,
  { now, directory }: { now: number; directory: string },
): Promise<TargetPage> {
  const page = pageFrom(params);
  const [targets, sites, places, related] = await db.batch([
    targetStatement(db, slug, now),
    targetSitesStatement(db, { slug, page, perPage: SITES_PER_PAGE }),
    targetFeaturedPlacesStatement(db, { slug, now, page }),
    relatedTargetsStatement(db, slug),
  ]);
  const [target] = targets;
  if (!target) throw new AppError("not_found", "Alternative not found");
  shows(`product:${target.slug}`, `replaces:${target.id}`);
  const list = {
    featured: places.map((row) => toSite(row, now)),
    ...toPage(
      sites.map((row) => toSite(row, now)),
      { count: target.count, page, perPage: SITES_PER_PAGE },
    ),
  };
  return {
    target: { name: target.name, slug: target.slug, link: target.link, count: target.count },
    share_image: shareImageOf(ofProduct(target, directory)),
    // A former slug redirects to the current one. Its page number is checked after the redirect.
    sites: target.slug === slug ? requirePageInRange(list) : list,
    related: toProductLinks(related),
  };
}
