import { env } from "cloudflare:workers";
import { edgeCachePurge } from "#worker/adapters/edge-cache.ts";
import { type Overrides, fakes, request } from "./app.ts";

const MINUTE_MS = 60_000;

type CachedResponse = { response: Response; tags: string[]; storedAt: number };

/**
 * A fake of Cloudflare's cache in front of the Worker, according to Cloudflare's documentation of "Workers Cache" and
 * "Purge cache". The purge limits are those of the free plan. The cache key is path and query. A purge by prefix deletes
 * every key that begins with the text.
 */
export class EdgeCache {
  readonly entries = new Map<string, CachedResponse>();
  purges = 0;
  #tokens = 25;
  #refilledAt = fakes.now;

  readonly ports = { purgeCache: edgeCachePurge(this) };

  /** Returns what a visitor gets. `status` is the `Cf-Cache-Status`. */
  async get(path: string, { env: changed, headers }: Overrides & { headers?: HeadersInit } = {}) {
    const cached = this.entries.get(path);
    const directive = directiveReader(cached?.response);
    const age = cached ? fakes.now - cached.storedAt : Infinity;
    if (cached && age < directive("max-age")) return { status: "HIT", response: cached.response.clone() };
    const response = await request(
      path,
      { headers: headers ?? {} },
      { env: { ...env, ...changed }, ports: this.ports },
    );
    const staleFor = age - directive("max-age");
    // Without `stale-if-error`, Cloudflare serves the old response for as long as the Worker fails.
    if (cached && response.status >= 500 && staleFor < directive("stale-if-error", Infinity))
      return { status: "STALE", response: cached.response.clone() };
    const tags = (response.headers.get("Cache-Tag") ?? "").split(",").filter(isTag).slice(0, 1000);
    const stored = response.clone();
    for (const name of ["Cache-Tag", EDGE_RULE]) response.headers.delete(name);
    const cacheControl = edgeRule(stored);
    const isCacheable = /\bmax-age=/.test(cacheControl) && !/private|no-store/.test(cacheControl);
    if (!isCacheable || response.headers.has("Set-Cookie")) return { status: "BYPASS", response };
    this.entries.set(path, { response: stored, tags, storedAt: fakes.now });
    if (cached && staleFor < directive("stale-while-revalidate"))
      return { status: "UPDATING", response: cached.response.clone() };
    return { status: cached ? "EXPIRED" : "MISS", response };
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
    for (const [path, { tags: ownTags }] of this.entries) {
      const isTagged = ownTags.some((tag) => purged.has(tag.toLowerCase()));
      if (isTagged || pathPrefixes.some((prefix) => path.startsWith(prefix))) this.entries.delete(path);
    }
    return { success: true, errors: [] };
  }
}

const EDGE_RULE = "Cloudflare-CDN-Cache-Control";

/** Cloudflare's own header comes before `Cache-Control`. */
const edgeRule = (response: Response | undefined) =>
  response?.headers.get(EDGE_RULE) ?? response?.headers.get("Cache-Control") ?? "";

const isTag = (tag: string) => /^[\x21-\x7E]{1,1024}$/.test(tag) && !tag.includes(",");
const purgeFailure = (message: string): CachePurgeResult => ({ success: false, errors: [{ code: 0, message }] });

/** Returns a function that reads one directive and converts it to milliseconds. */
function directiveReader(response: Response | undefined) {
  const cacheControl = edgeRule(response);
  return (name: string, fallback = 0) =>
    Number(new RegExp(`\\b${name}=(\\d+)`).exec(cacheControl)?.[1] ?? fallback) * 1000;
}
