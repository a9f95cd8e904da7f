import { removeUnneededInvisible } from "./invisible-characters.ts";
import { parseUrl } from "./links.ts";

export const MAX_URL_LENGTH = 2_048;

const LINK_PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
// Browsers ignore control characters in URLs, so they could hide a scheme or a host: `java\nscript:`,
// `/\t/evil.example`.
const CONTROL_CHARACTERS = /[\0-\x1f\x7f]/g;
const OWN_ORIGIN = "https://own-origin.invalid";

/**
 * Returns the URL of a link in an article, without surrounding spaces and control characters. Returns undefined if it
 * is not allowed. Allowed are http, https, mailto, and a path or a fragment on this origin.
 */
export function sanitizeLink(value: unknown): string | undefined {
  const url = trimUrl(value);
  if (!url) return undefined;
  if (url.startsWith("#")) return url;
  const parsed = parseUrl(url);
  if (!parsed) return parseOwnPath(url) && url;
  // A user name in a URL can deceive: https://bank.example@evil.example/
  const isAllowed = LINK_PROTOCOLS.has(parsed.protocol) && !parsed.username && !parsed.password;
  return isAllowed ? url : undefined;
}

export function parseWebUrl(value: unknown): URL | undefined {
  const url = parseUrl(sanitizeLink(value) ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

/** Returns the slug if the URL is `/{slug}` on this origin, or undefined. */
export function parseSiteSlug(value: unknown, origin: string): string | undefined {
  const url = parseUrl(sanitizeLink(value) ?? "", origin);
  const [, segment] = (url?.origin === origin && /^\/([^/]+)\/?$/.exec(url.pathname)) || [];
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Removes surrounding spaces, control characters and invisible ones. Returns undefined for an empty or too long URL. */
export function trimUrl(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH) return undefined;
  return removeUnneededInvisible(value.replace(CONTROL_CHARACTERS, "")).trim().toWellFormed() || undefined;
}

/**
 * Returns the path of a URL on this origin, normalized so that `/media/../logout` does not look like an upload.
 * `//host` and `/\host` are on other origins.
 */
export function parseOwnPath(url: string): string | undefined {
  const parsed = url.startsWith("/") ? parseUrl(url, OWN_ORIGIN) : null;
  return parsed?.origin === OWN_ORIGIN ? parsed.pathname + parsed.search + parsed.hash : undefined;
}
