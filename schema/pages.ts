import type { Article } from "./document.ts";
import type { BlogPage, BlogSummary } from "./blogs.ts";
import { isCategory, SORTS } from "./sites.ts";
import type { Category, Page, PopularAlternative, SiteDetail, SitePage, SiteSummary, Sort } from "./sites.ts";

/** Who runs the site; the Worker takes it from its variables and puts it into every page. */
export type DirectoryConfig = {
  name: string;
  origin: string;
  supportEmail: string;
  /** Absent where Google log-in is not set up. */
  googleClientId?: string;
  /** Absent where payments are not set up. */
  stripePublishableKey?: string;
  /** Addresses of scripts that local runs load in place of the providers' own. */
  googleScript?: string;
  stripeScript?: string;
};

/** What a list of sites is asked for, as addresses and calls spell it. */
export type ListQuery = {
  q: string;
  category: Category | null;
  /** Empty: newest first, or the best match where there are words. */
  sort: Sort | null;
  page: number;
};

/** Letters of a search that count; nobody types more, and the page repeats them. */
const MAX_QUERY_LENGTH = 200;

export const INVALID_PAGE = "Page must be a positive whole number.";

/** A page number from 1; empty where it is not one. */
export function parsePage(value: string | null): number | undefined {
  if (value === null) return 1;
  return /^0*[1-9]\d*$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : undefined;
}

/**
 * Reads a list query. What is wrong is left at its default and named in `invalid` (parameter → sentence): a page shows
 * the rest, unless its own number is wrong; a call refuses.
 */
export function parseListQuery(params: URLSearchParams): { query: ListQuery; invalid: Record<string, string> } {
  const invalid: Record<string, string> = {};
  const category = params.get("category") ?? "";
  const sort = params.get("sort") ?? "";
  const page = parsePage(params.get("page"));
  if (category && !isCategory(category)) invalid["category"] = "Unknown category.";
  const knownSort = SORTS.find((known) => known === sort);
  if (sort && !knownSort) invalid["sort"] = `Sort must be one of ${SORTS.join(", ")}.`;
  if (!page) invalid["page"] = INVALID_PAGE;
  return {
    query: {
      q: (params.get("q") ?? "").slice(0, MAX_QUERY_LENGTH).trim(),
      category: isCategory(category) ? category : null,
      sort: knownSort ?? null,
      page: page ?? 1,
    },
    invalid,
  };
}

export type HomePage = {
  query: ListQuery;
  sites: SitePage;
  /** The popular product that the search names, if any: its own page answers best. */
  target: TargetLink | null;
  categories: CategoryCount[];
  popular: Page<PopularAlternative>;
  posts: BlogSummary[];
};

export type CategoryCount = { category: Category; count: number };
export type TargetLink = { name: string; slug: string; count: number };

/** A site's public page. */
export type SiteDetailPage = {
  site: Omit<SiteDetail, "content" | "blog" | "alternatives"> & {
    alternatives: (SiteDetail["alternatives"][number] & { slug: string })[];
  };
  article: Article;
  description: string;
  /** Featured sites for the places between the article's blocks, at most one a place. */
  sponsors: SiteSummary[];
  /** "Discover Other Sites". */
  discover: { query: ListQuery; sites: SitePage };
};

/** Everything listed as an alternative to one popular product. */
export type TargetPage = {
  target: TargetLink & { link: string };
  sites: SitePage;
  /** Products that the newest of these sites replace as well. */
  related: TargetLink[];
};

export type CategoryPage = {
  category: Category;
  query: ListQuery;
  sites: SitePage;
  categories: CategoryCount[];
};

/**
 * What each public page needs. The Worker answers from D1 while it renders, the browser from `/api/pages/…`. A page
 * that does not exist rejects with a Response of status 404 or 410.
 */
export interface PageData {
  home(params: URLSearchParams): Promise<HomePage>;
  site(slug: string, params: URLSearchParams): Promise<SiteDetailPage>;
  target(slug: string, params: URLSearchParams): Promise<TargetPage>;
  category(category: string, params: URLSearchParams): Promise<CategoryPage>;
  blogs(params: URLSearchParams): Promise<Page<BlogSummary>>;
  blog(slug: string, params: URLSearchParams): Promise<BlogPage>;
}
