import type { ComponentType } from "react";
import { type Params, redirect } from "react-router";
import type { BlogPage, BlogSummary } from "#schema/articles/blogs.ts";
import { MIN_COMPARED } from "#schema/sites/comparisons.ts";
import {
  type CategoriesPage,
  type CategoryPage,
  type ComparePage,
  type CompareStartPage,
  type HomePage,
  LIST_PARAMETERS,
  type PricePage,
  type ProductPage,
  type ProductsPage,
  type ReportPage,
  type SearchPage,
  type SiteDetailPage,
} from "#schema/pages/pages.ts";
import {
  aboutPath,
  blogPath,
  blogsPath,
  categoriesPath,
  combinationPath,
  comparePath,
  compareStartPath,
  contactPath,
  homePath,
  pricePath,
  productPath,
  productsPath,
  reportPath,
  searchPath,
  sitePath,
  withQuery,
} from "#schema/pages/paths.ts";
import type { Page as ListPage } from "#schema/sites/sites.ts";
import { HomePage as Home } from "./features/sites/home/home-page.tsx";

/** A page whose data have the type `T`. */
export interface Page<T> {
  path: string;
  /** The query parameters that the page depends on. No cache keeps a response to others. */
  parameters: readonly string[];
  Component?: ComponentType;
  lazy?: () => Promise<{ Component: ComponentType }>;
  /** Redirects if the data belong to another address. */
  redirects?(data: T, params: Params, query: URLSearchParams): Response | undefined;
}

const page = <T>(entry: Page<T>): Page<T> => entry;

/**
 * The public pages, by their kind. `worker/pages/readers.ts` reads their data. The call for the data of a page has the
 * path of the page below `/api/pages`.
 */
export const PAGES = {
  home: page<HomePage>({ path: homePath, parameters: [...LIST_PARAMETERS, "popular", "show"], Component: Home }),
  products: page<ProductsPage>({
    path: productsPath,
    parameters: ["page"],
    lazy: () => import("./features/sites/product/products-page.tsx"),
  }),
  search: page<SearchPage>({
    path: searchPath,
    parameters: LIST_PARAMETERS,
    redirects: ({ path }, _, query) => redirect(path ?? `${homePath}?${query}#results`),
  }),
  product: page<ProductPage>({
    path: `${productPath(":product")}/:combination?`,
    parameters: [...LIST_PARAMETERS, "searched", "team"],
    lazy: () => import("./features/sites/product/product-page.tsx"),
    // The product was merged into another one.
    redirects({ product: { slug } }, { product, combination }, query) {
      if (slug === product) return undefined;
      const path = productPath(slug);
      const to = encodeURI(combination === undefined ? path : combinationPath(path, combination.toLowerCase()));
      return redirect(query.size > 0 ? `${to}?${query}` : to, 301);
    },
  }),
  categories: page<CategoriesPage>({
    path: categoriesPath,
    parameters: [],
    lazy: () => import("./features/sites/category/categories-page.tsx"),
  }),
  category: page<CategoryPage>({
    path: `${categoriesPath}/:category/:combination?`,
    parameters: LIST_PARAMETERS,
    lazy: () => import("./features/sites/category/category-page.tsx"),
  }),
  compareStart: page<CompareStartPage>({
    path: compareStartPath,
    parameters: ["site", "leaving"],
    lazy: () => import("./features/sites/compare/compare-start-page.tsx"),
    redirects({ asked }, _, query) {
      const slugs = new Set(asked.map(({ site }) => site?.slug));
      if (slugs.has(undefined) || slugs.size < MIN_COMPARED) return undefined;
      return redirect(withQuery(encodeURI(comparePath(...(slugs as Set<string>))), { leaving: query.get("leaving") }));
    },
  }),
  compare: page<ComparePage>({
    path: `${compareStartPath}/:compared`,
    parameters: ["searched", "leaving"],
    lazy: () => import("./features/sites/compare/compare-page.tsx"),
    // The slugs have one order.
    redirects({ sites }, { compared }) {
      const path = comparePath(...sites.map(({ slug }) => slug));
      return path === `${compareStartPath}/${compared}` ? undefined : redirect(encodeURI(path), 301);
    },
  }),
  posts: page<ListPage<BlogSummary>>({
    path: blogsPath,
    parameters: ["page"],
    lazy: () => import("./features/blogs/blogs-page.tsx"),
  }),
  post: page<BlogPage>({
    path: blogPath(":post"),
    parameters: ["featured", "related"],
    lazy: () => import("./features/blogs/blog-page.tsx"),
  }),
  price: page<PricePage>({
    path: pricePath,
    parameters: [],
    lazy: () => import("./features/pricing/price-page.tsx"),
  }),
  report: page<ReportPage>({
    path: reportPath(":kind", ":key"),
    parameters: [],
    lazy: () => import("./features/reports/report-page.tsx"),
  }),
  // The last one, because its path also matches paths above.
  site: page<SiteDetailPage>({
    path: sitePath(":slug"),
    parameters: [...LIST_PARAMETERS, "team"],
    lazy: () => import("./features/sites/site/site-page.tsx"),
  }),
};

/** Public pages without data. */
export const TEXT_PAGES = [
  { path: aboutPath, parameters: ["tab"], lazy: () => import("./features/about/about-page.tsx") },
  { path: contactPath, parameters: [], lazy: () => import("./features/contact/contact-page.tsx") },
] satisfies Page<never>[];

export type PageName = keyof typeof PAGES;
export type DataOf<N extends PageName> = (typeof PAGES)[N] extends Page<infer T> ? T : never;

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/**
 * Reads the data of a page: the Worker from D1, the browser from `/api/pages/…`. If the page does not exist, the promise
 * rejects with status 404, or 410 if it was deleted.
 */
export type ReadPage = (name: PageName, params: Params, query: URLSearchParams) => Promise<DataOf<PageName>>;
