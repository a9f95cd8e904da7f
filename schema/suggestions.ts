import type { BlogSummary } from "./blogs.ts";
import type { CategoryCount, ProductLink } from "./pages.ts";
import type { SiteSummary } from "./sites.ts";

/** For the search box: at most `MAX_SUGGESTIONS` entries in all. */
export type Suggestions = {
  products: ProductLink[];
  sites: Pick<SiteSummary, "name" | "slug" | "link">[];
  categories: CategoryCount[];
  /** Blog posts whose title contains words that begin with the typed ones. */
  articles: Pick<BlogSummary, "title" | "slug">[];
};
