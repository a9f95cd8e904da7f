import { PAGE_NAMES, PAGES, type PageName } from "#web/pages.ts";

/** An address of each public page whose path has parameters. */
const OF_PATHS_WITH_PARAMETERS: Partial<Record<PageName, string>> = {
  product: "/alternatives/slack/open-source",
  category: "/categories/communication/for-linux",
  compare: "/compare/mattermost-vs-zulip",
  post: "/blogs/first-post",
  report: "/report/sites/1",
  site: "/mattermost",
};

/** An address of each public page. */
export const PAGE_ADDRESSES = Object.fromEntries(
  PAGE_NAMES.map((name) => [name, OF_PATHS_WITH_PARAMETERS[name] ?? PAGES[name].path]),
) as Record<PageName, string>;
