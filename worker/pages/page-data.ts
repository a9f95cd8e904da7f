import { sql } from "drizzle-orm";
import { parseListQuery } from "#schema/pages.ts";
import type { CategoryCount, PageData } from "#schema/pages.ts";
import { type Category, isCategory, SIDEBAR_PER_PAGE, SITES_PER_PAGE } from "#schema/sites.ts";
import { parsePage } from "#schema/pages.ts";
import { AppError } from "../errors.ts";
import { listPublicBlogs, publicBlogsStatement, toBlogSummary } from "../features/blogs/queries.ts";
import { metaDescription, toArticle } from "../features/documents/article.ts";
import { type ListRequest, sitesStatement, toSitePage } from "../features/sites/list.ts";
import {
  alternativesStatement,
  deletedStatement,
  requireSite,
  siteStatement,
  sponsorsStatement,
} from "../features/sites/queries.ts";
import { toSite } from "../features/sites/rows.ts";
import { targetKey } from "../features/targets/keys.ts";
import {
  namedTargetStatement,
  popularStatement,
  relatedTargetsStatement,
  targetSitesStatement,
  targetStatement,
  toPopularPage,
} from "../features/targets/queries.ts";
import { all, type Db } from "../http/database.ts";
import { findBlogPage } from "./blog-pages.ts";

type Options = { now: number; origin: string; imageUrl(url: string): string };

/** Each page in one batch; a search that finds nothing asks twice more. */
export function pageDataFrom(db: Db, { now, origin, imageUrl }: Options): PageData {
  return {
    async home(params) {
      const { query } = parseListQuery(params);
      const popularPage = parsePage(params.get("popular")) ?? 1;
      const request: ListRequest = { ...query, now, perPage: SITES_PER_PAGE };
      const [rows, named, categories, popular, posts] = await db.batch([
        sitesStatement(db, request),
        namedTargetStatement(db, targetKey(query.q)),
        categoryCountsStatement(db),
        popularStatement(db, popularPage),
        publicBlogsStatement(db, { now, page: 1 }),
      ]);
      return {
        query,
        sites: await toSitePage(db, request, rows),
        target: named[0] ?? null,
        categories: toCategoryCounts(categories),
        popular: toPopularPage(popular, popularPage),
        posts: posts.map(toBlogSummary),
      };
    },

    async site(slug, params) {
      const { query } = parseListQuery(params);
      const request: ListRequest = {
        ...query,
        category: null,
        now,
        perPage: SIDEBAR_PER_PAGE,
        except: slug,
        columns: "name description",
      };
      const [rows, alternatives, deleted, sponsors, discovered] = await db.batch([
        siteStatement(db, slug),
        alternativesStatement(db, slug),
        deletedStatement(db, slug),
        sponsorsStatement(db, { slug, now }),
        sitesStatement(db, request),
      ]);
      const row = requireSite(rows, deleted);
      const article = toArticle(row.content ?? "", { imageUrl });
      return {
        site: {
          ...toSite(row, now),
          title: row.name,
          alternatives,
          interactions: { likes: row.like_count, comments: 0 },
        },
        article,
        description: metaDescription(article) || row.description,
        sponsors: sponsors.map((sponsor) => toSite(sponsor, now)),
        discover: { query, sites: await toSitePage(db, request, discovered) },
      };
    },

    async target(slug, params) {
      const page = parsePage(params.get("page")) ?? 1;
      const [targets, sites, related] = await db.batch([
        targetStatement(db, slug, now),
        targetSitesStatement(db, { slug, now, page, perPage: SITES_PER_PAGE }),
        relatedTargetsStatement(db, slug),
      ]);
      const [target] = targets;
      if (!target) throw new AppError("not_found", "Alternative not found");
      return {
        target: { name: target.name, slug: target.slug, link: target.link, count: target.count },
        sites: {
          results: sites.map((row) => toSite(row, now)),
          count: target.count,
          page,
          pages: Math.ceil(target.count / SITES_PER_PAGE),
        },
        related,
      };
    },

    async category(category, params) {
      if (!isCategory(category)) throw new AppError("not_found", "Category not found");
      const query = { ...parseListQuery(params).query, category };
      const request: ListRequest = { ...query, now, perPage: SITES_PER_PAGE };
      const [rows, categories] = await db.batch([sitesStatement(db, request), categoryCountsStatement(db)]);
      return { category, query, sites: await toSitePage(db, request, rows), categories: toCategoryCounts(categories) };
    },

    blogs: (params) => listPublicBlogs(db, { now, page: parsePage(params.get("page")) ?? 1 }),
    blog: (slug, params) => findBlogPage(db, slug, params, { now, origin, imageUrl, reader: "public" }),
  };
}

type CounterRow = { name: string; value: number };

const categoryCountsStatement = (db: Db) =>
  all<CounterRow>(db, sql`SELECT name, value FROM counters WHERE name >= 'sites.' AND name < 'sites/' AND value > 0`);

const toCategoryCounts = (rows: CounterRow[]): CategoryCount[] =>
  rows.map(({ name, value }) => ({ category: name.slice("sites.".length) as Category, count: value }));
