import { hostProblem, IPV4 } from "#schema/values/public-host.ts";
import type { Ports } from "../ports.ts";

/** Other Workers, which may be the operator's own. */
const FORBIDDEN_NAME = /(?:^|\.)workers\.dev$/;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Request timeout, too early, too many requests: a later request can succeed, as after any status from 500. */
const TEMPORARY = new Set([408, 425, 429]);

/**
 * Returns the URL if a user may let the Worker fetch it: http or https, a public host name, the default port. A name
 * that resolves to a private IP address passes, because Cloudflare's network does not reach those.
 */
export function publicUrl(address: string, base?: URL): URL | undefined {
  const url = URL.parse(address, base?.href);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.port || url.username || url.password) return undefined;
  // The URL parser has already turned every notation of an IPv4 address (0x7f.1, 2130706433) into four numbers.
  const host = withoutDots(url);
  return hostProblem(host) || IPV4.test(host) || FORBIDDEN_NAME.test(host) ? undefined : url;
}

type Limits = {
  accept: string;
  maxBytes: number;
  /** For everything together: redirects, headers and body. */
  timeoutMs: number;
  /** Each redirect must lead to a public URL. */
  redirects: number;
  /** False for a public URL that must not be fetched. Default: all may be. */
  mayFetch?: (url: URL) => boolean;
  signal?: AbortSignal;
  /** For a larger body: "refuse" (default) fails, "cut" keeps the first `maxBytes`. */
  larger?: "refuse" | "cut";
  /** The header Authorization. Other hosts, to which redirects lead, do not get it. */
  authorization?: string | undefined;
  /** Called with the reason, for staff, if a later request would fail, too. */
  onRefusal?: (reason: string) => void;
};

export type PublicFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string; url: URL };

/** `isMoved`: each redirect was permanent, and there was one. Only status 200 has bytes. */
export type PublicAnswer = PublicFile & { status: number; isMoved: boolean };

/** Returns undefined on any failure, also for a status other than 200. */
export async function fetchPublic(ports: Ports, url: URL, limits: Limits): Promise<PublicFile | undefined> {
  const answer = await askPublic(ports, url, limits);
  if (!answer || answer.status === 200) return answer;
  const { status } = answer;
  if (status < 500 && !TEMPORARY.has(status)) limits.onRefusal?.(`The website answered with status ${status}.`);
  return undefined;
}

/** Returns undefined if there is no answer that the limits allow. */
export async function askPublic(ports: Ports, url: URL, limits: Limits): Promise<PublicAnswer | undefined> {
  const timeout = ports.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([limits.signal, timeout]) : timeout;
  if (signal.aborted) return undefined;
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const download = follow(ports, url, { ...limits, signal }).catch(() => undefined);
  return Promise.race([download, aborted]);
}

type Bounded = Limits & { signal: AbortSignal };

async function follow(ports: Ports, address: URL, limits: Bounded): Promise<PublicAnswer | undefined> {
  const outside = (location: string, base?: URL) => {
    const next = publicUrl(location, base);
    return next && !isAt(next, ports.ownHost) && (limits.mayFetch?.(next) ?? true) ? next : undefined;
  };
  const { signal, accept, authorization } = limits;
  let url = outside(address.href);
  let arePermanent = true;
  for (let hop = 0; url && hop <= limits.redirects; hop++) {
    // Each URL is known only after the previous response.
    const isAuthorized = authorization && url.host === address.host && url.protocol === "https:";
    const response = await ports.fetch(url, { signal, accept, ...(isAuthorized && { authorization }) });
    const { status } = response;
    if (!REDIRECTS.has(status)) {
      const bytes = await readBody(response, limits);
      const contentType = response.headers.get("Content-Type") ?? "";
      return bytes && { bytes, contentType, url, status, isMoved: hop > 0 && arePermanent };
    }
    arePermanent &&= status === 301 || status === 308;
    await response.body?.cancel();
    url = outside(response.headers.get("Location") ?? "", url);
  }
  limits.onRefusal?.(url ? "There are too many redirects." : "The URL is not on the public internet.");
  return undefined;
}

/** True also for subdomains of the host. */
const isAt = (url: URL, host: string) => `.${withoutDots(url)}`.endsWith(`.${host}`);

/** `a.example.` is `a.example`. */
const withoutDots = ({ hostname }: URL) => hostname.replace(/\.+$/, "");

const TOO_LARGE = "The file is too large.";

async function readBody(response: Response, limits: Bounded): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { maxBytes, larger = "refuse", signal, onRefusal } = limits;
  const declared = Number(response.headers.get("Content-Length") ?? 0);
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    return new Uint8Array();
  }
  if (larger === "refuse" && declared > maxBytes) {
    onRefusal?.(TOO_LARGE);
    await response.body.cancel();
    return undefined;
  }
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (!signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks, length);
    const rest = maxBytes - length;
    if (value.length > rest) {
      await reader.cancel();
      if (larger === "cut") return concat([...chunks, value.subarray(0, rest)], maxBytes);
      onRefusal?.(TOO_LARGE);
      return undefined;
    }
    chunks.push(value);
    length += value.length;
  }
  await reader.cancel();
  return undefined;
}

function concat(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
