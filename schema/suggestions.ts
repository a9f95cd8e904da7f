import type { CategoryCount, TargetLink } from "./pages.ts";
import type { SiteSummary } from "./sites.ts";

/** GET /api/suggestions/: what a search box offers to open, at most `MAX_SUGGESTIONS` in all. */
export type Suggestions = {
  products: TargetLink[];
  sites: Pick<SiteSummary, "name" | "slug" | "link">[];
  categories: CategoryCount[];
};
