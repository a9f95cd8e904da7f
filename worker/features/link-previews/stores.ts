import type { Facts } from "#schema/facts/facts.ts";
import type { PageLink } from "../../http/page-head.ts";

type Platform = NonNullable<Facts["platforms"]>[number];

/** Pages of one app in the stores. Links to Apple's name the Mac with `mt=12` or `platform=mac`. */
const STORES: { page: RegExp; platform: (url: URL) => Platform }[] = [
  {
    page: /^(?:apps|itunes)\.apple\.com\/(?:[^/]+\/)?app\/(?:[^/]+\/)?id\d+/,
    platform: ({ search }) => (/[?&](?:mt=12|platform=mac)\b/.test(search) ? "macos" : "ios"),
  },
  { page: /^play\.google\.com\/store\/apps\/details/, platform: () => "android" },
  { page: /^f-droid\.org\/(?:[^/]+\/)?packages\/./, platform: () => "android" },
  { page: /^chrome\.google\.com\/webstore\/detail\/./, platform: () => "browser_extension" },
  { page: /^chromewebstore\.google\.com\/detail\/./, platform: () => "browser_extension" },
  { page: /^addons\.mozilla\.org\/(?:[^/]+\/){0,2}addon\/./, platform: () => "browser_extension" },
  { page: /^microsoftedge\.microsoft\.com\/addons\/detail\/./, platform: () => "browser_extension" },
  { page: /^apps\.microsoft\.com\/(?:store\/)?detail\/./, platform: () => "windows" },
  { page: /^(?:www\.)?microsoft\.com\/(?:[^/]+\/){0,2}p\/./, platform: () => "windows" },
  { page: /^flathub\.org\/(?:[^/]+\/)?apps\/./, platform: () => "linux" },
  { page: /^snapcraft\.io\/[a-z0-9-]+\/?$/, platform: () => "linux" },
];

/**
 * Returns the platforms of the stores that the links lead to. A page that links several apps of a store shows others'
 * apps.
 */
export function platformsOfStores(links: PageLink[]): Platform[] {
  const platforms = STORES.flatMap(({ page, platform }) => {
    const inStore = links.filter(({ url }) => page.test(url.host + url.pathname));
    const apps = new Map(inStore.map(({ url }) => [`${platform(url)} ${appOf(url)}`, platform(url)]));
    return [...Map.groupBy(apps.values(), (one) => one).values()].flatMap((same) => (same.length === 1 ? same : []));
  });
  return [...new Set(platforms)];
}

/** The same app has several addresses: with a language, or with a campaign. */
const appOf = ({ pathname, searchParams }: URL) => searchParams.get("id") ?? /[^/]+(?=\/*$)/.exec(pathname)?.[0];
