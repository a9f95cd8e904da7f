export const PAGE_KINDS = [
  "home",
  "search",
  "site",
  "product",
  "category",
  "compare",
  "posts",
  "post",
  "dashboard",
  "editor",
  "admin",
  "account",
  "other",
] as const;

/** What a page is for. Pages of one kind have the same parts, so their size and speed are compared. */
export type PageKind = (typeof PAGE_KINDS)[number];

// Not from paths.ts: that file belongs to the app, and the script that measures a page must not load the app.
const KINDS: [path: RegExp, kind: PageKind][] = [
  [/^\/alternatives\/./i, "product"],
  [/^\/categories\/./i, "category"],
  [/^\/compare(\/|$)/i, "compare"],
  [/^\/(blogs\/create|blogs\/edit\/.+|blog\/create|sites\/create|site\/edit\/.+)$/i, "editor"],
  [/^\/blogs$/i, "posts"],
  [/^\/blogs\/[^/]+$/i, "post"],
  [/^\/(dashboard|sites)$/i, "dashboard"],
  [/^\/admin$/i, "admin"],
  [/^\/(user|login|signup|google-login|request-password-reset|password)(\/|$)/i, "account"],
  [/^\/(about|contact|price|pay)$/i, "other"],
  [/^\/[^/]+$/, "site"],
];

export function pageKind({ pathname, searchParams }: URL): PageKind {
  const path = pathname.replace(/\/+$/, "");
  if (path === "") return searchParams.get("q") ? "search" : "home";
  return KINDS.find(([rule]) => rule.test(path))?.[1] ?? "other";
}
