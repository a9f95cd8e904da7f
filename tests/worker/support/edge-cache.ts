import { env } from "cloudflare:workers";
import { edgeCachePurge } from "#worker/adapters/edge-cache.ts";
import { type Overrides, outside, request } from "./app.ts";

const MINUTE_MS = 60_000;

type Copy = { response: Response; tags: string[]; storedAt: number };

/**
 * Cloudflare's cache in front of the Worker, as strict as its documentation: "Workers Cache" (configuration, cache keys,
 * purge, limitations), "Purge cache by cache-tags" and "Purge cache" (limits of the free plan, which hold here on every
 * plan). Copies are found by path and query alone; a purge by prefix takes what begins with the text.
 */
export class EdgeCache {
  readonly copies = new Map<string, Copy>();
  /** How many purges were asked for. */
  purges = 0;
  #tokens = 25;
  #refilledAt = outside.now;

  readonly ports = { purgeCache: edgeCachePurge(this) };

  /** What a visitor gets, and how: `Cf-Cache-Status`. */
  async get(path: string, { env: changed, headers }: Overrides & { headers?: HeadersInit } = {}) {
    const copy = this.copies.get(path);
    const rule = ruleOf(copy?.response);
    const age = copy ? outside.now - copy.storedAt : Infinity;
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
    this.copies.set(path, { response: response.clone(), tags, storedAt: outside.now });
    if (copy && staleFor < rule("stale-while-revalidate"))
      return { status: "UPDATING", response: copy.response.clone() };
    return { status: copy ? "EXPIRED" : "MISS", response };
  }

  async purge({ tags = [], pathPrefixes = [] }: CachePurgeOptions): Promise<CachePurgeResult> {
    this.purges += 1;
    const refilled = ((outside.now - this.#refilledAt) / MINUTE_MS) * 5;
    this.#tokens = Math.min(25, this.#tokens + refilled);
    this.#refilledAt = outside.now;
    if (this.#tokens < 1) return refused("Rate limit reached.");
    this.#tokens -= 1;
    if (tags.length + pathPrefixes.length > 100) return refused("More than 100 operations.");
    if (tags.some((tag) => !isTag(tag))) return refused("Not a tag.");
    const purged = new Set(tags.map((tag) => tag.toLowerCase()));
    for (const [path, copy] of this.copies) {
      const isTagged = copy.tags.some((tag) => purged.has(tag.toLowerCase()));
      if (isTagged || pathPrefixes.some((prefix) => path.startsWith(prefix))) this.copies.delete(path);
    }
    return { success: true, errors: [] };
  }
}

const isTag = (tag: string) => /^[\x21-\x7E]{1,1024}$/.test(tag) && !tag.includes(",");
const refused = (message: string): CachePurgeResult => ({ success: false, errors: [{ code: 0, message }] });

/** Milliseconds of a directive of its Cache-Control. */
function ruleOf(response: Response | undefined) {
  const rules = response?.headers.get("Cache-Control") ?? "";
  return (name: string, unsaid = 0) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(rules)?.[1] ?? unsaid) * 1000;
}
