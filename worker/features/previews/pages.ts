import type { EditorDocument } from "#schema/articles/document.ts";
import type { BlogPreview, SitePreview } from "#schema/pages/previews.ts";
import { SIDEBAR_PER_PAGE, type CardSite } from "#schema/sites/sites.ts";
import { parseSiteSlug } from "#schema/values/urls.ts";
import type { Db } from "../../db/connection.ts";
import { siteSlugsIn } from "../blogs/content.ts";
import { publicBlogsStatement, publicCountStatement, activeSitesStatement, toBlogsPage } from "../blogs/queries.ts";
import { listSites } from "../sites/list/list.ts";
import type { ListRequest } from "../sites/list/list-request.ts";
import {
  ARTICLE_PLACES,
  selectFeaturedIds,
  selectFeaturedIdsRelatedToSite,
  featuredPlacesStatement,
} from "../sites/read/featured-places.ts";
import { featuredSitesStatements } from "../sites/read/queries.ts";
import { toSite } from "../sites/rows/rows.ts";
import { toArticle } from "../documents/article.ts";
import { forCard, forCards, forPlace } from "../sites/list/for-cards.ts";

type Preview = { content: EditorDocument; slug: string; now: number; origin: string; imageUrl(url: string): string };

const perPage = SIDEBAR_PER_PAGE;

export async function previewSite(db: Db, { content, slug, now, imageUrl }: Preview): Promise<SitePreview> {
  const query = { q: "", category: null, sort: null, filters: {}, page: 1 };
  const request: ListRequest = { ...query, now, perPage, except: slug };
  const [sponsors, discovered] = await Promise.all([
    featuredPlacesStatement(db, selectFeaturedIdsRelatedToSite(slug, now), { now, placeCount: ARTICLE_PLACES }),
    listSites(db, request),
  ]);
  return {
    article: toArticle(content, { imageUrl }),
    sponsors: sponsors.map((row) => forPlace(toSite(row, now))),
    discover: { query, sites: forCards(discovered, query) },
  };
}

/** The article contains cards of the sites that it links to. */
export async function previewBlog(db: Db, { content, slug, now, origin, imageUrl }: Preview): Promise<BlogPreview> {
  const others = { now, except: slug, page: 1, perPage };
  const [mentioned, sponsors, featuredCount, featured, relatedCount, related] = await db.batch([
    activeSitesStatement(db, siteSlugsIn(content, origin)),
    featuredPlacesStatement(db, selectFeaturedIds(now), { now, placeCount: ARTICLE_PLACES }),
    ...featuredSitesStatements(db, { now, page: 1, perPage }),
    publicCountStatement(db, others),
    publicBlogsStatement(db, others),
  ]);
  const siteOf = new Map(mentioned.map((row): [string, CardSite] => [row.slug, forCard(toSite(row, now))]));
  const count = featuredCount[0]?.count ?? 0;
  return {
    article: toArticle(content, { imageUrl, siteAt: (url) => siteOf.get(parseSiteSlug(url, origin) ?? "") }),
    sponsors: sponsors.map((row) => forPlace(toSite(row, now))),
    featured: {
      results: featured.map((row) => forCard(toSite(row, now))),
      count,
      page: 1,
      pages: Math.ceil(count / perPage),
    },
    related: toBlogsPage(related, relatedCount, others),
  };
}
