import { env } from "cloudflare:workers";
import { edgeCachePurge } from "#worker/adapters/edge-cache.ts";
import { type Overrides, fakes, request } from "./app.ts";

const MINUTE_MS = 60_000;

type CachedResponse = { response: Response; tags: string[]; storedAt: number };

/**
 * Cloudflare's cache in front of the Worker, as strict as its documentation: "Workers Cache" (configuration, cache keys,
 * purge, limitations), "Purge cache by cache-tags" and "Purge cache" (limits of the free plan, which hold here on every
 * plan). Copies are found by path and query alone; a purge by prefix takes what begins with the text.
 */
export class EdgeCache {
  readonly entries = new Map<string, CachedResponse>();
  /** How many purges were asked for. */
  purges = 0;
  #tokens = 25;
  #refilledAt = fakes.now;

  readonly ports = { purgeCache: edgeCachePurge(this) };

  /** What a visitor gets, and how: `Cf-Cache-Status`. */
  async get(path: string, { env: changed, headers }: Overrides & { headers?: HeadersInit } = {}) {
    const copy = this.entries.get(path);
    const rule = directiveReader(copy?.response);
    const age = copy ? fakes.now - copy.storedAt : Infinity;
    if (copy && age < rule("max-age")) return { status: "HIT", response: copy.response.clone() };
    const response = await request(
      path,
      { headers: headers ?? {} },
      { env: { ...env, ...changed }, ports: this.ports },
    );
    // Left unsaid, an old copy is given out without end.
    const staleFor = age - rule("max-age");
    if (copy && response.status >= 500 && staleFor < rule("stale-if-error", Infinity))
      return { status: "STALE", response: copy.response.clone() };
    const tags = (response.headers.get("Cache-Tag") ?? "").split(",").filter(isTag).slice(0, 1000);
    response.headers.delete("Cache-Tag");
    const cacheControl = response.headers.get("Cache-Control") ?? "";
    const isKept = /\bmax-age=/.test(cacheControl) && !/private|no-store/.test(cacheControl);
    if (!isKept || response.headers.has("Set-Cookie")) return { status: "BYPASS", response };
    this.entries.set(path, { response: response.clone(), tags, storedAt: fakes.now });
    if (copy && staleFor < rule("stale-while-revalidate"))
      return { status: "UPDATING", response: copy.response.clone() };
    return { status: copy ? "EXPIRED" : "MISS", response };
  }

  async purge({ tags = [], pathPrefixes = [] }: CachePurgeOptions): Promise<CachePurgeResult> {
    this.purges += 1;
    const refilled = ((fakes.now - this.#refilledAt) / MINUTE_MS) * 5;
    this.#tokens = Math.min(25, this.#tokens + refilled);
    this.#refilledAt = fakes.now;
    if (this.#tokens < 1) return purgeFailure("Rate limit reached.");
    this.#tokens -= 1;
    if (tags.length + pathPrefixes.length > 100) return purgeFailure("More than 100 operations.");
    if (tags.some((tag) => !isTag(tag))) return purgeFailure("Not a tag.");
    const purged = new Set(tags.map((tag) => tag.toLowerCase()));
    for (const [path, copy] of this.entries) {
      const isTagged = copy.tags.some((tag) => purged.has(tag.toLowerCase()));
      if (isTagged || pathPrefixes.some((prefix) => path.startsWith(prefix))) this.entries.delete(path);
    }
    return { success: true, errors: [] };
  }
}

const isTag = (tag: string) => /^[\x21-\x7E]{1,1024}$/.test(tag) && !tag.includes(",");
const purgeFailure = (message: string): CachePurgeResult => ({ success: false, errors: [{ code: 0, message }] });

/** Milliseconds of a directive of its Cache-Control. */
function directiveReader(response: Response | undefined) {
  const rules = response?.headers.get("Cache-Control") ?? "";
  return (name: string, unsaid = 0) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(rules)?.[1] ?? unsaid) * 1000;
}
