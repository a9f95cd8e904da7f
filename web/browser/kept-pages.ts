import type { DataRouter } from "react-router";

/** The oldest ones are dropped: each letter of a search replaces its entry, which gets a new key. */
const MAX_PAGES = 50;

/** The data of the pages that this document has shown, by the key and the address of their entry in the history. */
const pages = new Map<string, unknown>();
let shownKey = "";

/** For `subscribe` of the router. */
export function keepPage({ location, matches, loaderData }: DataRouter["state"]): void {
  shownKey = location.key;
  const id = idOf(location.key, location);
  pages.delete(id);
  pages.set(id, loaderData[matches.at(-1)?.route.id ?? ""]);
  if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!);
}

/**
 * Returns the page's data if the browser goes back or forward to it, so that it appears without the network. Browsers do
 * the same with whole documents.
 */
export function keptPage({ url }: Request): unknown {
  if (pages.size === 0) return undefined;
  // When the browser goes back, it changes its address and this state before the router loads the page. On all other ways
  // to a page, they are still those of the page that is shown.
  const { key = "default" } = (window.history.state ?? {}) as { key?: string };
  return key === shownKey || withoutHash(window.location.href) !== withoutHash(url)
    ? undefined
    : pages.get(idOf(key, window.location));
}

/** After a change that pages show. */
export const forgetKeptPages = () => pages.clear();

/** Entries of the history that a link to a part of the page made all have the key "default". */
const idOf = (key: string, { pathname, search }: { pathname: string; search: string }) => `${key} ${pathname}${search}`;

const withoutHash = (url: string) => url.split("#", 1)[0];
