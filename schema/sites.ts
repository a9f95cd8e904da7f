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

export const isCategory = (value: string): value is Category => (CATEGORIES as readonly string[]).includes(value);

export const SORTS = ["newest", "oldest", "popular"] as const;
export type Sort = (typeof SORTS)[number];

export const MAX_ALTERNATIVES = 5;
export const MAX_SITE_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 100;
export const MAX_LINK_LENGTH = 2048;
/** New sites that a person may list in 24 hours; staff may list more. */
export const MAX_SITES_PER_DAY = 20;

/** Sites on a page of the public list. */
export const SITES_PER_PAGE = 6;
/** Sites on a page of a side bar. */
export const SIDEBAR_PER_PAGE = 3;
export const POPULAR_PER_PAGE = 4;
export const MAX_SUGGESTIONS = 10;

/** A search counts and pages through this many hits at most; beyond it, `count_capped` says that there are more. */
export const MAX_SEARCH_HITS = 600;

/** A page of a list, as every list call answers. `page` counts from 1; a page out of range has no results. */
export type Page<T> = {
  results: T[];
  count: number;
  page: number;
  pages: number;
  /** True where `count` stopped at the cap. */
  count_capped?: true;
};

/** The tier of a listing: `featured` while a paid period runs. */
export type ListingTier = "basic" | "featured";

/** Whether visitors see a listing yet. */
export type ReviewState = "active" | "pending";

/** A site in public lists. Times are ISO 8601 in UTC. */
export type SiteSummary = {
  id: number;
  slug: string;
  name: string;
  link: string;
  description: string;
  category: Category;
  status: ListingTier;
  like_count: number;
  alternatives: { id: number; name: string }[];
  created_at: string;
  updated_at: string;
};

/** A page of sites in their own order. */
export type SitePage = Page<SiteSummary> & {
  /** The paid places beside the first page: sites that fit the list, which take turns. They stand in `results`, too. */
  featured: SiteSummary[];
  /** The words that were searched instead, where the given ones found nothing. */
  corrected_query?: string;
};

export type Alternative = { id: number; name: string; link: string; description: string };

/** A site with everything its public page shows. */
export type SiteDetail = Omit<SiteSummary, "alternatives"> & {
  title: string;
  /** Editor.js document as a JSON string; empty where the site has no article. */
  content: string;
  blog: { slug: string; content: string };
  alternatives: Alternative[];
  /** `comments` is always 0: the product has no comments yet. */
  interactions: { likes: number; comments: number };
};

/** A site in the list of the person who owns it. */
export type OwnerSiteSummary = Omit<SiteSummary, "alternatives"> & {
  alternatives: Alternative[];
  interactions: { likes: number; comments: number };
  is_liked_by_user: boolean;
  /** Pending: only its owner and staff see it. */
  review: ReviewState;
  /** Why staff refused it, where they did. */
  refusal: string | null;
  /** End of the featured time; empty where it is not featured. */
  featured_until: string | null;
};

/** A site as its owner edits it. */
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

/** A popular product and the sites that replace it: the first `MAX_POPULAR_SITES` of `count`. */
export type PopularAlternative = {
  name: string;
  slug: string;
  count: number;
  sites: { name: string; blog_slug: string }[];
};
export const MAX_POPULAR_SITES = 50;

/** A product that the suggestions offer. */
export type TargetSuggestion = { id: number; name: string; link: string };
