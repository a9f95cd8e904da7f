import type { CategoryCount, TargetLink } from "./pages.ts";
import type { SiteSummary } from "./sites.ts";

/** Response of GET /api/suggestions/?q=, for the search box: at most `MAX_SUGGESTIONS` entries in all. */
export type Suggestions = {
  products: TargetLink[];
  sites: Pick<SiteSummary, "name" | "slug" | "link">[];
  categories: CategoryCount[];
};
