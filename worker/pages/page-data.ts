import type { PageData } from "#schema/pages.ts";
import type { Db } from "../db/connection.ts";
import { listPublicBlogs } from "../features/blogs/queries.ts";
import type { ReadVocabulary } from "../features/search/read-vocabulary.ts";
import { findBlogPage } from "./blog-page.ts";
import { findCategoryPage } from "./category-page.ts";
import { findComparePage, findCompareStartPage } from "./compare-page.ts";
import { findHomePage } from "./home-page.ts";
import { pageFrom, requirePageInRange } from "./list-params.ts";
import { findSitePage } from "./site-page.ts";
import { findTargetPage } from "./target-page.ts";

type Options = {
  now: number;
  origin: string;
  directory: string;
  readVocabulary: ReadVocabulary;
  imageUrl(url: string): string;
};

/** Reads each page in one batch. */
export const pageDataFrom = (db: Db, options: Options): PageData => ({
  home: (params) => findHomePage(db, params, options),
  site: (slug, params) => findSitePage(db, slug, params, options),
  target: (slug, params, combination) => findTargetPage(db, slug, params, { ...options, combination }),
  category: (category, params, combination) => findCategoryPage(db, category, params, { ...options, combination }),
  compareStart: (params) => findCompareStartPage(db, params),
  compare: (slugs) => findComparePage(db, slugs, options),
  blogs: async (params) => requirePageInRange(await listPublicBlogs(db, { ...options, page: pageFrom(params) })),
  blog: (slug, params) => findBlogPage(db, slug, params, { ...options, reader: "public" }),
});
