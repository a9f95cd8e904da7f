import { collapseSpaces, removeInvisible } from "#schema/values/invisible-characters.ts";
import { hostOf } from "#schema/values/links.ts";
import { toPlainLetters } from "#schema/values/plain-letters.ts";

/** Returns the text in lower case and without accents and invisible characters: "  Café  SMØR " becomes "cafe smør". */
export function foldAccents(text: string): string {
  const bare = removeInvisible(text.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""));
  return collapseSpaces(bare.normalize("NFC").toLowerCase());
}

/**
 * Returns the text as `foldAccents` does, in plain letters: "cafe smor". The search index stores the same letters
 * (`plain_letters` in the migrations).
 */
export const fold = (text: string) => toPlainLetters(foldAccents(text));

/** Signs that join words: "7-Zip", "Node.js", "AT&T". */
export const JOINTS = String.raw`[.'’&/·\p{Pd}]`;
const JOINT = new RegExp(String.raw`(?<=[\p{L}\p{N}\p{M}])${JOINTS}+`, "gu");

/** Returns a folded text with joined words as one: "7-zip" becomes "7zip". */
export const joined = (folded: string) => folded.replace(JOINT, "");

export const nameKey = (name: string) => joined(fold(name));

/** Returns a URL without scheme, `www.` and trailing slashes. Throws TypeError if the link is not a URL. */
export function linkKey(link: string): string {
  const url = new URL(link);
  const port = url.port && `:${url.port}`;
  return `${hostOf(link)}${port}${url.pathname.replace(/\/+$/, "")}${url.search}${url.hash}`;
}

/** Endings that a server may leave out, and index files that it serves for a folder. */
const FILE_ENDING = /\.(?:html?|php\d?|aspx?|jsp)$/;
const INDEX_FILE = /\/(?:index(?:\.[a-z0-9]+)?|default)$/;

/** Hosts of app stores, with the query parameter that tells their pages apart. */
const STORES: ReadonlyMap<string, string> = new Map([
  ["play.google.com", "id"],
  ["marketplace.visualstudio.com", "itemName"],
]);

/**
 * Returns a key that is equal for URLs that probably lead to one page. Unlike `linkKey`, it also ignores port, query,
 * fragment, percent-encoding, capitals, accents, parameters after `;`, repeated slashes, file endings and index files.
 * Throws TypeError if the link is not a URL.
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
