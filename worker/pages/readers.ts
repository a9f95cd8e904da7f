import type { Params } from "react-router";
import type { DataOf, PageName } from "#web/pages.ts";
import type { Db } from "../db/connection.ts";
import { listPublicBlogs } from "../features/blogs/queries.ts";
import { allCategories, categoryCountsStatement } from "../features/sites/read/category-counts.ts";
import { findReportPage } from "../features/reports/subjects.ts";
import type { Vocabulary } from "../features/search/vocabulary.ts";
import { shows } from "../http/edge-scope.ts";
import { findBlogPage } from "./blog-page.ts";
import { findCategoryPage } from "./category-page.ts";
import { findComparePage, findCompareStartPage } from "./compare-page.ts";
import { findHomePage } from "./home-page.ts";
import { pageFrom, requirePageInRange } from "./list-params.ts";
import { findPricePage } from "./price-page.ts";
import { findSearchPage } from "./search-page.ts";
import { findSitePage } from "./site-page.ts";
import { findProductPage } from "./product-page.ts";
import { findProductsPage } from "./products-page.ts";

export type PageRequest = {
  db: Db;
  /** Of the path. */
  params: Params;
  query: URLSearchParams;
  now: number;
  origin: string;
  directory: string;
  /** For `query.q`. Undefined if it is empty. */
  vocabulary: Vocabulary | undefined;
  imageUrl(url: string): string;
};

type Readers = { [N in PageName]: (request: PageRequest) => Promise<DataOf<N>> };

/** Each reads the data of its page in `web/pages.ts`, in one batch. */
export const READERS: Readers = {
  home: ({ db, query, ...options }) => findHomePage(db, query, options),
  search: ({ db, query, ...options }) => findSearchPage(db, query, options),
  site: ({ db, params, query, ...options }) => findSitePage(db, params.slug!, query, options),
  products: ({ db, query }) => findProductsPage(db, pageFrom(query)),
  product: ({ db, params: { product, combination }, query, ...options }) =>
    findProductPage(db, product!, query, { ...options, combination }),
  categories: async ({ db }) => {
    shows("list");
    return { categories: allCategories(await categoryCountsStatement(db)) };
  },
  category: ({ db, params: { category, combination }, query, ...options }) =>
    findCategoryPage(db, category!, query, { ...options, combination }),
  compareStart: ({ db, query }) => findCompareStartPage(db, query),
  compare: ({ db, params, ...options }) => findComparePage(db, params.compared!, options),
  price: ({ db, now }) => findPricePage(db, now),
  report: ({ db, params: { kind, key }, now }) => findReportPage(db, kind!, key!, now),
  posts: async ({ db, query, now }) => requirePageInRange(await listPublicBlogs(db, { now, page: pageFrom(query) })),
  post: ({ db, params, query, ...options }) => findBlogPage(db, params.post!, query, { ...options, reader: "public" }),
};
