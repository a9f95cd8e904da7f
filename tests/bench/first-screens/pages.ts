import { blogPath, categoryPath, comparePath, homePath, sitePath, targetPath, withQuery } from "#schema/paths.ts";

export type PageKind = "home" | "site" | "product" | "category" | "compare" | "post" | "search";

/** The site has five pictures and a long article (content.ts). */
export const LONG_SITE = { name: "Five Pictures", slug: "five-pictures" };

/** One page of each kind, in the content of content.ts. */
export const PAGES: Record<PageKind, string> = {
  home: homePath,
  site: sitePath(LONG_SITE.slug),
  product: targetPath("slack"),
  category: categoryPath("communication"),
  compare: comparePath("element", "mattermost", "rocket-chat", "zulip"),
  post: blogPath("what-featured-means-in-this-directory"),
  search: withQuery(homePath, { q: "slack" }),
};

export const PAGE_KINDS = Object.keys(PAGES) as PageKind[];

/** Search engines must not index results of the search, for which Lighthouse would lower their score. */
export const lighthouseOptions = (kind: PageKind) => (kind === "search" ? { skipAudits: ["is-crawlable"] } : {});
