import type { MonthFigures } from "./figures.ts";
import type { Facts, FactSources } from "../facts/facts.ts";
import type { Alive, Standing } from "./life.ts";
import type { Verified } from "./proof.ts";
import type { OwnerReport } from "./reports.ts";
import type { ListedScreenshot, Screenshot } from "../images/site-images.ts";

export const CATEGORIES = [
  "developer_tools",
  "ecommerce",
  "education",
  "productivity",
  "web_app_development",
  "communication",
  "finance",
  "security",
  "travel_local",
  "content_media",
  "business_tools",
  "design_creativity",
  "lifestyle_health",
  "entertainment",
  "real_estate",
  "ai_automation",
  "search_discovery",
] as const;

export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_LABELS: Record<Category, string> = {
  developer_tools: "Developer Tools",
  ecommerce: "E-commerce",
  education: "Education",
  productivity: "Productivity",
  web_app_development: "Web & App Development",
  communication: "Communication",
  finance: "Finance",
  security: "Security",
  travel_local: "Travel & Local",
  content_media: "Content & Media",
  business_tools: "Business Tools",
  design_creativity: "Design & Creativity",
  lifestyle_health: "Lifestyle & Health",
  entertainment: "Entertainment",
  real_estate: "Real Estate",
  ai_automation: "AI & Automation",
  search_discovery: "Search & Discovery",
};

/** Sorts categories by their labels. */
export const compareCategories = (a: Category, b: Category): number =>
  CATEGORY_LABELS[a] < CATEGORY_LABELS[b] ? -1 : 1;

export const isCategory = (value: string): value is Category => (CATEGORIES as readonly string[]).includes(value);

export const SORTS = ["newest", "oldest", "popular"] as const;
/** Orders of the alternatives to a product, the default first. `complete`: most facts first. */
export const PRODUCT_SORTS = ["fit", "popular", "newest", "complete"] as const;
export type Sort = (typeof SORTS)[number] | (typeof PRODUCT_SORTS)[number];

export const MAX_ALTERNATIVES = 5;
export const MAX_SITE_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 100;
/** Per user in 24 hours. Staff have no limit. */
export const MAX_SITES_PER_DAY = 20;

export const SITES_PER_PAGE = 6;
/** On the page of a product. */
export const ALTERNATIVES_PER_PAGE = 24;
export const SIDEBAR_PER_PAGE = 3;
export const POPULAR_PER_PAGE = 4;
/** In the list of all products. */
export const PRODUCTS_PER_PAGE = 100;
/** Tiles on the home page. */
export const MOST_REPLACED_MAX = 12;
/** In GET /api/suggestions/, all kinds together, and in GET /api/alternatives/. */
export const MAX_SUGGESTIONS = 10;

/** A search counts and paginates at most this many hits. If there are more, `count_capped` is true. */
export const MAX_SEARCH_HITS = 540;

/** A filtered list counts and paginates at most this many sites. If there are more, `count_capped` is true. */
export const MAX_FILTERED_SITES = 1000;
/** What was added and checked in a week is counted up to this. */
export const MAX_WEEK_COUNT = 1000;
/** The numbers beside filters are exact below this. */
export const MAX_FACET_COUNT = 200;

/** The response of all list endpoints. `page` counts from 1. A page beyond the last one has no results. */
export type Page<T> = {
  results: T[];
  count: number;
  page: number;
  pages: number;
  count_capped?: true;
};

/** `featured` while a period is paid for or granted by staff. */
export type ListingTier = "basic" | "featured";

/** A `pending` listing waits for review by staff. Visitors do not see it. */
export type ReviewState = "active" | "pending";

/** An entry of GET /api/saas/ and of other public lists. Times are ISO 8601 in UTC. */
export type SiteSummary = {
  id: number;
  slug: string;
  name: string;
  link: string;
  description: string;
  category: Category;
  status: ListingTier;
  /** Path of the widest file, or null. `schema/images/site-images.ts` has the paths of the others. */
  logo: string | null;
  /** The first one, or null. */
  screenshot: ListedScreenshot | null;
  like_count: number;
  alternatives: { id: number; name: string }[];
  facts: Facts;
  /** Where facts are stated. A fact without a source is stated by the owner. */
  fact_sources: FactSources;
  /** The day on which somebody checked the facts: `2026-08-21`. */
  facts_checked_at: string | null;
  created_at: string;
  updated_at: string;
  alive: Alive;
  /** Whether the site lives, as far as checks and staff know. */
  standing: Standing;
  /** Null: its owner has not proved that the site is theirs. */
  verified: Verified | null;
  /** Only in lists of a product's alternatives: how the site replaces this product. */
  pair?: StatedPair;
};

/** What a card shows of a site. Pages leave the rest out, so they load faster. */
export type CardSite = Omit<
  SiteSummary,
  "alternatives" | "fact_sources" | "facts_checked_at" | "link" | "created_at" | "updated_at" | "verified"
> &
  IconLink & { alternatives: { name: string }[] };

/** The link only shows the site's icon, so a site with a logo has none. */
type IconLink = { link?: string };

/** What a featured place shows of a site. */
export type PlaceSite = Pick<SiteSummary, "id" | "slug" | "name" | "description" | "logo"> & IconLink;

/** How a site replaces a product. */
export const REPLACEMENTS = {
  drop_in: "Drop-in replacement",
  same_job: "Same job",
  part: "Part of the job",
} as const;
export const MAX_PAIR_POINTS = 3;

export type Pair = {
  /** `drop_in`: it reads the product's files or speaks its API. */
  replaces?: keyof typeof REPLACEMENTS | undefined;
  /** What the product has and the site lacks. */
  lacks?: string[] | undefined;
  /** What the site has and the product lacks. */
  adds?: string[] | undefined;
  /** How to bring one's data over. */
  moving?: { text: string; link: string } | undefined;
};

/** `stated_at`: when the owner said so, in ISO 8601. */
export type StatedPair = Pair & { stated_at?: string | undefined };

/** Response of GET /api/saas/. */
export type SitePage = SiteList<SiteSummary, SiteSummary>;

/** A list in the data of a page. */
export type CardPage = SiteList<CardSite, PlaceSite> & {
  /** The filters of which `facets` has only the first values, each with the number of all its values. */
  cut_facets?: Record<string, number>;
};

type SiteList<S, Place> = Page<S> & {
  /**
   * Featured sites that match the list, for the featured places on its first page. They rotate. `results` is ordered as
   * if they were not featured.
   */
  featured: Place[];
  /** If `q` found nothing: the spelling whose hits are in `results`. */
  corrected_query?: string;
  /** If `q` found something, but another spelling of it probably was meant. */
  did_you_mean?: string;
  /** Only if `q` is set. */
  understood?: Understood;
  /**
   * If the list ends with sites that are close to `q`, but lack something of it: the number of sites before them. 0 if no
   * site has all that was asked.
   */
  exact_count?: number;
  /** Only if the request asks for them. */
  facets?: Facets;
  /** Names of the products in `facets`, by slug. */
  products?: Record<string, string>;
};

/**
 * By filter and value: how many sites the list would have if this value were chosen in this filter, and the other filters
 * stayed as they are. At most MAX_FACET_COUNT.
 */
export type Facets = Record<string, Record<string, number>>;

/** What a search understood. `without` is the search text without the part, for a link that removes it. */
export type Understood = {
  /** The product that the visitor may want to replace. `without` is null if the text does not say so, as "slack". */
  product: { name: string; slug: string; count: number; without: string | null } | null;
  /** A known product that no site replaces. */
  unreplaced?: string;
  /** Wishes that change the order: "open source", "for teams". `unmet`: what no site states, as "is open source". */
  wishes: { label: string; without: string; unmet?: string }[];
  /** Beginnings of words, folded and in lower case, that the texts of results may contain. Pages mark them. */
  marks: string[];
};

export type Alternative = { id: number; name: string; link: string; description: string } & StatedPair;

/** Response of GET /api/{slug}/. */
export type SiteDetail = Omit<SiteSummary, "alternatives"> & {
  title: string;
  /** Editor.js document as a JSON string. Empty if the site has no article. */
  content: string;
  blog: { slug: string; content: string };
  alternatives: Alternative[];
  screenshots: Screenshot[];
  /** `comments` counts what people say who moved to the site. */
  interactions: { likes: number; comments: number };
};

/** One of the user's own sites. */
export type OwnerSiteSummary = Omit<SiteSummary, "alternatives"> & {
  /** They wait for the owner's answer. */
  reports?: OwnerReport[];
  alternatives: Alternative[];
  screenshots: Screenshot[];
  interactions: { likes: number; comments: number };
  is_liked_by_user: boolean;
  review: ReviewState;
  /** Why staff refused the listing. */
  refusal: string | null;
  /** Where the link leads to for good, if that is another website. */
  moved_to: string | null;
  /** Until when the owner can answer somebody who claims the listing. */
  claimed_until: string | null;
  /** Null if the listing is not featured. */
  featured_until: string | null;
  /** Only in lists. */
  month?: MonthFigures;
};

export type EditableSite = OwnerSiteSummary & Pick<SiteDetail, "title" | "content" | "blog">;

export const SITE_MESSAGES = {
  pendingReview: "Thank you. Our team will review your listing. Visitors will see it as soon as it is approved.",
  versionConflict:
    "This site has changed since you opened it, so nothing was saved or deleted. Please reload the page and try again.",
  dailyLimitReached: `You can list ${MAX_SITES_PER_DAY} sites a day. Please try again later.`,
  tooManySaves: "You have saved too many times in the last hour, so this change was not saved. Please try again later.",
  tooManyLikes: "You have changed too many likes in the last hour. Please try again later.",
  alreadyLiked: "You have already liked this site.",
  signInToLike: "Please sign in before liking.",
} as const;

/**
 * An entry of GET /api/popular-alternatives/. `sites` has the newest `MAX_POPULAR_SITES` alternatives, the best known first;
 * `count` counts all.
 */
export type PopularAlternative = {
  name: string;
  slug: string;
  count: number;
  sites: { name: string; blog_slug: string }[];
};
export const MAX_POPULAR_SITES = 50;

export type ProductSuggestion = { id: number; name: string; slug: string; link: string };
