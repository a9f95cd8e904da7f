import {
  blogPath,
  categoryPath,
  comparePath,
  homePath,
  productPath,
  sitePath,
  withQuery,
} from "#schema/pages/paths.ts";
import type { PageName } from "#web/pages.ts";

/** The site has five pictures and a long article (content.ts). */
export const LONG_SITE = { name: "Five Pictures", slug: "five-pictures" };

/** One page of each measured kind, in the content of content.ts. A kind is a page of web/pages.ts, or a search. */
export const PAGES = {
  home: homePath,
  site: sitePath(LONG_SITE.slug),
  product: productPath("slack"),
  category: categoryPath("communication"),
  compare: comparePath("element", "mattermost", "rocket-chat", "zulip"),
  post: blogPath("what-featured-means-in-this-directory"),
  search: withQuery(homePath, { q: "slack" }),
} satisfies Partial<Record<PageName | "search", string>>;

export type PageKind = keyof typeof PAGES;
export const PAGE_KINDS = Object.keys(PAGES) as PageKind[];

/** Search engines must not index results of the search, for which Lighthouse would lower their score. */
export const lighthouseOptions = (kind: PageKind) => (kind === "search" ? { skipAudits: ["is-crawlable"] } : {});
