import type { BlogSummary } from "../articles/blogs.ts";
import type { CategoryCount, ProductLink } from "../pages/pages.ts";
import type { SiteSummary } from "../sites/sites.ts";

/** For the search box: at most `MAX_SUGGESTIONS` entries in all. */
export type Suggestions = {
  products: ProductLink[];
  sites: Pick<SiteSummary, "name" | "slug" | "link">[];
  categories: CategoryCount[];
  /** Blog posts whose title contains words that begin with the typed ones. */
  articles: Pick<BlogSummary, "title" | "slug">[];
};
