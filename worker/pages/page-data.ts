import { type ListQuery, type PageData, parseListQuery } from "#schema/pages.ts";
import { isCategory, SIDEBAR_PER_PAGE, SITES_PER_PAGE } from "#schema/sites.ts";
import { AppError } from "../errors.ts";
import { listPublicBlogs, publicBlogsStatement, toBlogSummary } from "../features/blogs/queries.ts";
import { metaDescription, toArticle } from "../features/documents/article.ts";
import { categoryCountsStatement, toCategoryCounts } from "../features/sites/category-counts.ts";
import { type ListRequest, listStatements, toSitePage } from "../features/sites/list.ts";
import { ARTICLE_PLACES, featuredBeside, placesStatement } from "../features/sites/places.ts";
import { alternativesStatement, deletedStatement, requireSite, siteStatement } from "../features/sites/queries.ts";
import { toSite } from "../features/sites/rows.ts";
import { targetKey } from "../features/targets/keys.ts";
import { targetPlacesStatement, targetSitesStatement } from "../features/sites/of-target.ts";
import {
  namedTargetStatement,
  popularStatement,
  relatedTargetsStatement,
  targetStatement,
  toPopularPage,
} from "../features/targets/queries.ts";
import type { Db } from "../db/connection.ts";
import { findBlogPage } from "./blog-pages.ts";
import { pageIn, requireInRange } from "./in-range.ts";

type Options = { now: number; origin: string; imageUrl(url: string): string };

/** Each page in one batch; a search that finds nothing asks twice more. */
export function pageDataFrom(db: Db, { now, origin, imageUrl }: Options): PageData {
  return {
    async home(params) {
      const query = queryIn(params);
      const popularPage = pageIn(params, "popular");
      const request: ListRequest = { ...query, now, perPage: SITES_PER_PAGE, hasPlaces: true };
      const [rows, places, named, categories, popular, posts] = await db.batch([
        ...listStatements(db, request),
        namedTargetStatement(db, targetKey(query.q)),
        categoryCountsStatement(db),
        popularStatement(db, popularPage),
        publicBlogsStatement(db, { now, page: 1 }),
      ]);
      return {
        query,
        sites: requireInRange(await toSitePage(db, request, rows, places)),
        target: named[0] ?? null,
        categories: toCategoryCounts(categories),
        popular: requireInRange(toPopularPage(popular, popularPage)),
        posts: posts.map(toBlogSummary),
      };
    },

    async site(slug, params) {
      const query = queryIn(params);
      const request: ListRequest = {
        ...query,
        category: null,
        now,
        perPage: SIDEBAR_PER_PAGE,
        except: slug,
        columns: ["name", "description"],
      };
      const [rows, alternatives, deleted, sponsors, ...discovered] = await db.batch([
        siteStatement(db, slug),
        alternativesStatement(db, slug),
        deletedStatement(db, slug),
        placesStatement(db, featuredBeside(slug, now), { now, most: ARTICLE_PLACES }),
        ...listStatements(db, request),
      ]);
      const row = requireSite(rows, deleted);
      const article = toArticle(row.content ?? "", { imageUrl });
      return {
        site: {
          ...toSite(row, now),
          title: row.name,
          alternatives,
          interactions: { likes: row.likeCount, comments: 0 },
        },
        article,
        description: metaDescription(article) || row.description,
        sponsors: sponsors.map((sponsor) => toSite(sponsor, now)),
        discover: { query, sites: requireInRange(await toSitePage(db, request, ...discovered)) },
      };
    },

    async target(slug, params) {
      const page = pageIn(params);
      const [targets, sites, places, related] = await db.batch([
        targetStatement(db, slug, now),
        targetSitesStatement(db, { slug, page, perPage: SITES_PER_PAGE }),
        targetPlacesStatement(db, { slug, now, page }),
        relatedTargetsStatement(db, slug),
      ]);
      const [target] = targets;
      if (!target) throw new AppError("not_found", "Alternative not found");
      const list = {
        featured: places.map((row) => toSite(row, now)),
        results: sites.map((row) => toSite(row, now)),
        count: target.count,
        page,
        pages: Math.ceil(target.count / SITES_PER_PAGE),
      };
      return {
        target: { name: target.name, slug: target.slug, link: target.link, count: target.count },
        // A former address leads on with its page before that is looked for.
        sites: target.slug === slug ? requireInRange(list) : list,
        related,
      };
    },

    async category(category, params) {
      if (!isCategory(category)) throw new AppError("not_found", "Category not found");
      const query = { ...queryIn(params), category };
      const request: ListRequest = { ...query, now, perPage: SITES_PER_PAGE, hasPlaces: true };
      const [rows, places, categories] = await db.batch([...listStatements(db, request), categoryCountsStatement(db)]);
      const sites = requireInRange(await toSitePage(db, request, rows, places));
      return { category, query, sites, categories: toCategoryCounts(categories) };
    },

    blogs: async (params) => requireInRange(await listPublicBlogs(db, { now, page: pageIn(params) })),
    blog: (slug, params) => findBlogPage(db, slug, params, { now, origin, imageUrl, reader: "public" }),
  };
}

const queryIn = (params: URLSearchParams): ListQuery => ({ ...parseListQuery(params).query, page: pageIn(params) });
