import { collapseSpaces, removeInvisible } from "#schema/invisible-characters.ts";
import { hostOf } from "#schema/links.ts";

/** Lower case, without accents and what shows as nothing, single spaces: "  Café  DO " becomes "cafe do". */
export function fold(text: string): string {
  const bare = removeInvisible(text.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""));
  return collapseSpaces(bare.normalize("NFC").toLowerCase());
}

/** What an exact match of a site's name compares. */
export const nameKey = fold;

/** Equal for the spellings of one address: scheme, `www.` and a closing slash do not count. The link must parse. */
export function linkKey(link: string): string {
  const url = new URL(link);
  const port = url.port && `:${url.port}`;
  return `${hostOf(link)}${port}${url.pathname.replace(/\/+$/, "")}${url.search}${url.hash}`;
}

/** Files that a server shows for an address without them, and endings that it may leave out. */
const FILE_ENDING = /\.(?:html?|php\d?|aspx?|jsp)$/;
const INDEX_FILE = /\/(?:index(?:\.[a-z0-9]+)?|default)$/;

/** Stores for software whose pages are told apart by a parameter alone. */
const STORES: ReadonlyMap<string, string> = new Map([
  ["play.google.com", "id"],
  ["marketplace.visualstudio.com", "itemName"],
]);

/**
 * Equal for addresses that mostly lead to one page: in addition to `linkKey`, neither port, query, fragment, escapes,
 * capitals, parameters behind `;`, repeated slashes nor the name of an index file count. The link must parse.
 */
export function pageKey(link: string): string {
  const { pathname, searchParams } = new URL(link);
  const path = pathname.replace(/(?:%[\da-f]{2})+/gi, unescaped);
  const plain = `/${fold(path)}`
    .replaceAll("\\", "/")
    .replace(/;[^/]*/g, "")
    .replace(/\/+/g, "/")
    .replace(/\/$/, "")
    .replace(FILE_ENDING, "")
    .replace(INDEX_FILE, "");
  const host = hostOf(link);
  const parameter = STORES.get(host);
  return parameter === undefined ? host + plain : `${host}${plain}?${searchParams.get(parameter) ?? ""}`;
}

function unescaped(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
