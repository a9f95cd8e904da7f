import { COUNTRY_NAMES } from "#schema/countries.ts";
import type { PageKind } from "#schema/page-kinds.ts";
import { ownValue } from "#schema/records.ts";
import { UNKNOWN_COUNTRY } from "#schema/vitals.ts";

export const KIND_NAMES: Record<PageKind, string> = {
  home: "Home",
  search: "Search",
  site: "Site",
  product: "Product",
  category: "Category",
  compare: "Comparison",
  posts: "Blog posts",
  post: "Blog post",
  dashboard: "Dashboard",
  editor: "Editor",
  admin: "Admin",
  account: "Account and sign-in",
  other: "Other",
};

const NAMES: Record<string, string> = { ...COUNTRY_NAMES, [UNKNOWN_COUNTRY]: "Unknown country", ...KIND_NAMES };

/** The name of a page kind or a country. */
export const nameOf = (key: string): string => ownValue(NAMES, key) ?? key;

export const isKind = (key: string): boolean => Object.hasOwn(KIND_NAMES, key);
