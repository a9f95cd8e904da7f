import type { BlogPage } from "#schema/articles/blogs.ts";
import { SIDEBAR_PER_PAGE, type CardSite } from "#schema/sites/sites.ts";
import {
  deletedPostStatement,
  mentionedSitesStatement,
  postStatement,
  publicBlogsStatement,
  publicCountStatement,
  requirePost,
  toBlogsPage,
  toBlogSummary,
} from "../features/blogs/queries.ts";
import { toArticle } from "../features/documents/article.ts";
import { parseSiteSlug } from "#schema/values/urls.ts";
import { ARTICLE_PLACES, selectFeaturedIds, featuredPlacesStatement } from "../features/sites/read/featured-places.ts";
import { ofPost, shareImageOf } from "../features/share-images/share-page.ts";
import { featuredSitesStatements } from "../features/sites/read/queries.ts";
import { toSite } from "../features/sites/rows/rows.ts";
import { forCard, forPlace } from "../features/sites/list/for-cards.ts";
import type { Db } from "../db/connection.ts";
import { toPage } from "../db/paging.ts";
import { shows } from "../http/edge-scope.ts";
import { pageFrom, requirePageInRange } from "./list-params.ts";

const perPage = SIDEBAR_PER_PAGE;

type Options = {
  now: number;
  /** Staff also see drafts and scheduled posts. */
  reader: "public" | "staff";
  origin: string;
  directory: string;
  imageUrl(url: string): string;
};

/** @throws AppError 404 or 410 if there is no such post, 404 if a list has no such page. */
export async function findBlogPage(db: Db, slug: string, params: URLSearchParams, options: Options): Promise<BlogPage> {
  const { now, reader, origin, directory, imageUrl } = options;
  const featuredPage = pageFrom(params, "featured");
  const relatedPage = pageFrom(params, "related");
  const others = { now, except: slug, page: relatedPage, perPage };
  const [posts, deleted, mentioned, sponsors, featuredCount, featured, relatedCount, related] = await db.batch([
    postStatement(db, { slug, visibleAt: reader === "staff" ? "staff" : now }),
    deletedPostStatement(db, slug),
    mentionedSitesStatement(db, slug),
    featuredPlacesStatement(db, selectFeaturedIds(now), { now, placeCount: ARTICLE_PLACES }),
    ...featuredSitesStatements(db, { now, page: featuredPage, perPage }),
    publicCountStatement(db, others),
    publicBlogsStatement(db, others),
  ]);
  const post = requirePost(posts, deleted);
  // A new featured site appears beside each post.
  shows("list");
  const siteOf = new Map(mentioned.map((row): [string, CardSite] => [row.slug, forCard(toSite(row, now))]));
  const siteAt = (url: unknown) => siteOf.get(parseSiteSlug(url, origin) ?? "");
  return {
    post: toBlogSummary(post),
    article: toArticle(post.content, { imageUrl, siteAt }),
    share_image: shareImageOf(ofPost(post, directory)),
    sponsors: sponsors.map((row) => forPlace(toSite(row, now))),
    featured: requirePageInRange(
      toPage(
        featured.map((row) => forCard(toSite(row, now))),
        { count: featuredCount[0]?.count ?? 0, page: featuredPage, perPage },
      ),
    ),
    related: requirePageInRange(toBlogsPage(related, relatedCount, others)),
  };
}
