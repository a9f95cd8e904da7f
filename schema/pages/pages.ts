import type { Article } from "../articles/document.ts";
import type { BlogSummary } from "../articles/blogs.ts";
import type { Disagreement } from "../facts/disagreements.ts";
import type { FactName, Facts } from "../facts/facts.ts";
import type { ComparedSite } from "../sites/comparisons.ts";
import type { ProductNames } from "../facts/fact-texts.ts";
import { FILTER_NAMES, type Filters, parseFilters } from "../facts/filters.ts";
import type { Said } from "../sites/reports.ts";
import type { Figures, Moved } from "../sites/switches.ts";
import type { ProductGuide } from "../sites/product-guide.ts";
import { isCategory, PRODUCT_SORTS, SORTS } from "../sites/sites.ts";
import type {
  Category,
  Page,
  PopularAlternative,
  SiteDetail,
  CardPage,
  PlaceSite,
  CardSite,
  Sort,
} from "../sites/sites.ts";

/** Who runs the directory, for the imprint. `address` is one line. */
export type Operator = { name: string; address: string; register?: string; vatId?: string };

/** The imprint in one line, for mails and invoices. */
export const imprintOf = ({ name, address, register, vatId }: Operator) =>
  [name, address, register, vatId && `VAT number ${vatId}`].filter(Boolean).join(", ");

/** The configuration that the browser needs. The Worker puts it into each page. */
export type DirectoryConfig = {
  name: string;
  origin: string;
  supportEmail: string;
  operator?: Operator;
  /** Only if the sign-in with Google is set up. */
  googleClientId?: string;
  /** Only if payments are set up. */
  stripePublishableKey?: string;
  /** The prices include tax. */
  hasTax?: true;
  /** Stand-ins for the scripts of Google and Stripe. Only local runs set them. */
  googleScript?: string;
  stripeScript?: string;
};

/** Filters of a list of sites: query parameters of pages and endpoints. */
export type ListQuery = {
  q: string;
  category: Category | null;
  /** Null: the best match first if `q` is set, else the newest site first. */
  sort: Sort | null;
  filters: Filters;
  /** The filters of which the page shows all values. Of other long filters, it shows only the first ones. */
  values?: string[] | undefined;
  /** The home page shows its filters only if somebody asked for something. */
  show?: "filters" | undefined;
  page: number;
};

/** The rest of a longer search text is ignored. */
export const MAX_QUERY_LENGTH = 200;

export const INVALID_PAGE = "Page must be a positive whole number.";

/** Returns 1 for null, and undefined if the value is not a page number from 1. */
export function parsePage(value: string | null): number | undefined {
  if (value === null) return 1;
  return /^0*[1-9]\d*$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : undefined;
}

/** The orders of the alternatives to a product. A search in them has those of other searches. */
export const productSorts = (params: URLSearchParams): readonly Sort[] => (params.get("q") ? SORTS : PRODUCT_SORTS);

/** The query parameters of a list. */
export const LIST_PARAMETERS = ["q", "category", "sort", "page", "values", ...FILTER_NAMES];

/**
 * An invalid parameter gets its default value, and `invalid` maps its name to an error message. Endpoints then respond
 * with 400. Pages ignore it, but respond with 404 to an invalid page number.
 */
export function parseListQuery(
  params: URLSearchParams,
  sorts: readonly Sort[] = SORTS,
): { query: ListQuery; invalid: Record<string, string> } {
  const { filters, invalid } = parseFilters(params);
  const category = params.get("category") ?? "";
  const sort = params.get("sort") ?? "";
  const page = parsePage(params.get("page"));
  const values = FILTER_NAMES.filter((filter) => params.getAll("values").includes(filter));
  if (category && !isCategory(category)) invalid["category"] = "Unknown category.";
  const knownSort = sorts.find((known) => known === sort);
  if (sort && !knownSort) invalid["sort"] = `Sort must be one of ${sorts.join(", ")}.`;
  if (!page) invalid["page"] = INVALID_PAGE;
  return {
    query: {
      q: (params.get("q") ?? "").slice(0, MAX_QUERY_LENGTH).trim(),
      category: isCategory(category) ? category : null,
      sort: knownSort ?? null,
      filters,
      ...(values.length > 0 && { values }),
      ...(params.get("show") === "filters" && { show: "filters" }),
      page: page ?? 1,
    },
    invalid,
  };
}

/** The data of each page that shows listings also has their signed list: `worker/features/figures/card-list.ts`. */
export type SignedCards = { cards?: string };

// The data of the pages in web/pages.ts.

export type HomePage = {
  query: ListQuery;
  sites: CardPage;
  categories: CategoryCount[];
  /** The products with the most alternatives. Empty for a search and for later pages. */
  mostReplaced: ProductLink[];
  /** How many sites were added in the last 7 days, and how many have facts that were checked. Only above the whole list. */
  week: { added: number; checked: number } | null;
  popular: Page<PopularAlternative>;
  posts: BlogSummary[];
};

/** The page of the product, or the comparison, whose name is all that was typed. Null: the list answers. */
export type SearchPage = { path: string | null };

export type CategoryCount = { category: Category; count: number };
export type ProductLink = { name: string; slug: string; count: number };

export type SiteDetailPage = {
  site: Omit<SiteDetail, "content" | "blog" | "alternatives"> & {
    alternatives: (SiteDetail["alternatives"][number] & { slug: string })[];
  };
  article: Article;
  description: string;
  /** Path of the image for shared links. */
  share_image: string;
  /** For the featured places between the blocks of the article. */
  sponsors: PlaceSite[];
  discover: { query: ListQuery; sites: CardPage };
  /** Those that the site imports from, and the one of its own slug, by slug. A product without a page is missing. */
  products: ProductNames;
  disagreements: Disagreement[];
  /** The newest first. */
  changes: FactChange[];
  /** Sites that replace the same products, the nearest first. */
  similar: CardSite[];
  moved: Moved;
};

/** Null: not stated. `day` is in UTC: `2026-08-21`. */
export type FactChange = {
  [F in FactName]: { fact: F; before: NonNullable<Facts[F]> | null; after: NonNullable<Facts[F]> | null; day: string };
}[FactName];

export type ProductPage = {
  product: ProductLink & { link: string };
  guide: ProductGuide;
  moved: Moved;
  share_image: string;
  query: ListQuery;
  sites: CardPage;
  /** Other products that the newest of these sites name. */
  related: ProductLink[];
};

/** All products with alternatives, by name. */
export type ProductsPage = {
  /** Those of this page. `letter` is the first one of the names, "0–9" for digits and signs, or "Other". */
  groups: { letter: string; products: ProductLink[] }[];
  count: number;
  page: number;
  pages: number;
};

/** All categories, also those without sites. */
export type CategoriesPage = { categories: CategoryCount[] };

export type CategoryPage = {
  category: Category;
  share_image: string;
  query: ListQuery;
  sites: CardPage;
  categories: CategoryCount[];
};

/** In ascending order: a quarter of the numbers is below the first one, a half below the second, and so on. */
export type Quartiles = [low: number, median: number, high: number];

/** What the last 30 days brought the listings that were featured in all of them. `brought` is null if they are too few. */
export type PricePage = { brought: { listings: number; visits: Quartiles; shown: Quartiles } | null };

export type ComparePage = {
  /** By slug. */
  sites: (Omit<ComparedSite, "screenshots" | "interactions"> & { disagreements: Disagreement[] })[];
  /** The product that all of them replace. */
  product: SiteLink | null;
  /** The listing of this product, if its facts are known. */
  leaves: ComparePage["sites"][number] | null;
  /** When to choose which of the sites instead of this product, by staff. */
  choices: { lines: { slug: string; text: string }[]; by: string } | null;
  /** Those that the sites import from, by the slugs that the facts state. A product without a page is missing. */
  products: ProductNames;
  /** How moves from `product` went, by the slug of the site. */
  moved: Record<string, Figures>;
  share_image: string;
};

export type CompareStartPage = {
  /** What the visitor asked for. `site` is null if no site has this name. */
  asked: { text: string; site: SiteLink | null }[];
  /** Pairs that have much to compare. `product` is what both replace. */
  pairs: { product: string; sites: [SiteLink, SiteLink] }[];
};

/** The form to report a site or a product, or to suggest what it should say. */
export type ReportPage = {
  kind: "sites" | "products";
  /** The id of a site, or the slug of a product, as in paths. */
  key: string;
  id: number;
  /** Of the page. */
  path: string;
  said: Said & { name: string };
};

export type SiteLink = { name: string; slug: string };
