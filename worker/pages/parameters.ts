import type { PageKind } from "#schema/page-kinds.ts";
import { LIST_PARAMETERS } from "#schema/pages.ts";

const HOME = [...LIST_PARAMETERS, "popular"];

/** The query parameters that the pages of a kind depend on. The edge keeps no page with another one. */
export const PAGE_PARAMETERS = {
  home: HOME,
  search: HOME,
  product: LIST_PARAMETERS,
  category: LIST_PARAMETERS,
  site: ["q", "sort", "page"],
  compare: ["site"],
  posts: ["page"],
  post: ["featured", "related"],
  other: ["tab"],
} satisfies Partial<Record<PageKind, string[]>>;
