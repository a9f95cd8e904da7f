import type { BlogPage } from "#schema/blogs.ts";
import { SIDEBAR_PER_PAGE, type SiteSummary } from "#schema/sites.ts";
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
import { ownSlug } from "#schema/urls.ts";
import { ARTICLE_PLACES, selectFeatured, placesStatement } from "../features/sites/featured-places.ts";
import { featuredSitesStatements } from "../features/sites/queries.ts";
import { toSite } from "../features/sites/rows.ts";
import type { Db } from "../db/connection.ts";
import { pageOf } from "../db/paging.ts";
import { pageIn, requireInRange } from "./in-range.ts";

const perPage = SIDEBAR_PER_PAGE;

type Options = {
  now: number;
  /** Whose eyes it is shown to: staff see drafts and posts of the future. */
  reader: "public" | "staff";
  origin: string;
  imageUrl(url: string): string;
};

/** A post with all around it, in one batch. */
export async function findBlogPage(db: Db, slug: string, params: URLSearchParams, options: Options): Promise<BlogPage> {
  const { now, reader, origin, imageUrl } = options;
  const featuredPage = pageIn(params, "featured");
  const relatedPage = pageIn(params, "related");
  const others = { now, except: slug, page: relatedPage, perPage };
  const [posts, deleted, mentioned, sponsors, featuredCount, featured, relatedCount, related] = await db.batch([
    postStatement(db, { slug, visibleAt: reader === "staff" ? "staff" : now }),
    deletedPostStatement(db, slug),
    mentionedSitesStatement(db, slug),
    placesStatement(db, selectFeatured(now), { now, most: ARTICLE_PLACES }),
    ...featuredSitesStatements(db, { now, page: featuredPage, perPage }),
    publicCountStatement(db, others),
    publicBlogsStatement(db, others),
  ]);
  const post = requirePost(posts, deleted);
  const siteOf = new Map(mentioned.map((row): [string, SiteSummary] => [row.slug, toSite(row, now)]));
  const siteAt = (url: unknown) => siteOf.get(ownSlug(url, origin) ?? "");
  return {
    post: toBlogSummary(post),
    article: toArticle(post.content, { imageUrl, siteAt }),
    sponsors: sponsors.map((row) => toSite(row, now)),
    featured: requireInRange(
      pageOf(
        featured.map((row) => toSite(row, now)),
        { count: featuredCount[0]?.count ?? 0, page: featuredPage, perPage },
      ),
    ),
    related: requireInRange(toBlogsPage(related, relatedCount, others)),
  };
}
