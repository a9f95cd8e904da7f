const MAX_URL_LENGTH = 2_048;

const LINK_PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
// Browsers drop them from an address, so they must not hide its kind: `java\nscript:`, `/\t/evil.example`.
// oxlint-disable-next-line no-control-regex -- They are what it takes out.
const CONTROL_CHARACTERS = /[\0-\x1f\x7f]/g;
const OWN_ORIGIN = "https://own-origin.invalid";

/** An address that a link may have: http, https, mailto, a path or a fragment of this site. As written, but trimmed. */
export function sanitizeLink(value: unknown): string | undefined {
  const url = trimUrl(value);
  if (!url) return undefined;
  if (url.startsWith("#")) return url;
  const parsed = URL.parse(url);
  if (!parsed) return parseOwnPath(url) && url;
  // A name before the host is there to deceive: https://bank.example@evil.example/
  const isAllowed = LINK_PROTOCOLS.has(parsed.protocol) && !parsed.username && !parsed.password;
  return isAllowed ? url : undefined;
}

// A name with a dot that ends in letters; behind it a port, a path, a query, a fragment or nothing.
const BARE_ADDRESS = /^[^\s/?#@:.]+(?:\.[^\s/?#@:.]+)*\.\p{L}[\p{L}\p{M}\p{N}-]+\.?(?::\d+)?(?:[/?#]|$)/u;

/** What was typed as an address of another site, with the `https://` that people leave out. Anything else: as it is. */
export function completeUrl(typed: string): string {
  const address = typed.trim();
  return address.length <= MAX_URL_LENGTH && BARE_ADDRESS.test(address) ? `https://${address}` : address;
}

/** The address of another site's page. */
export function parseWebUrl(value: unknown): URL | undefined {
  const url = URL.parse(sanitizeLink(value) ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

/** What a listed site's slug would be, where the address is that of a page of this site. */
export function parseSiteSlug(value: unknown, origin: string): string | undefined {
  const url = URL.parse(sanitizeLink(value) ?? "", origin);
  const [, segment] = (url?.origin === origin && /^\/([^/]+)\/?$/.exec(url.pathname)) || [];
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Trimmed, without what browsers drop anyway. */
export function trimUrl(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_URL_LENGTH) return undefined;
  return value.replace(CONTROL_CHARACTERS, "").trim().toWellFormed() || undefined;
}

/** A path of this site. Normalised, so that `/media/../logout` does not pass for an upload. `//host` and `/\host` are no paths. */
export function parseOwnPath(url: string): string | undefined {
  const parsed = url.startsWith("/") ? URL.parse(url, OWN_ORIGIN) : null;
  return parsed?.origin === OWN_ORIGIN ? parsed.pathname + parsed.search + parsed.hash : undefined;
}
