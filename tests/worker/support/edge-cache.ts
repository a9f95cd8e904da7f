import { env } from "cloudflare:workers";
import { MINUTE_MS } from "#schema/values/dates.ts";
import type { Bindings } from "#worker/env.ts";
import { edgeCachePurge } from "#worker/adapters/edge-cache.ts";
import { consume } from "#worker/jobs/queues.ts";
import { fakePorts, fakes, type Overrides, request } from "./app.ts";

/** As in wrangler.toml. */
const MAX_RETRIES = env.QUEUE_CONSUMERS.find(({ queue }) => queue === "directory-purges")!.max_retries!;
const EDGE_RULE = "Cloudflare-CDN-Cache-Control";

type CachedResponse = { response: Response; tags: string[]; storedAt: number };
type Message = { body: unknown; visibleAt: number; attempts: number };

/**
 * A model of Cloudflare in front of the Worker: a cache, the limit of purges, the queue of purges, and a replica of D1
 * that lags. It follows Cloudflare's documentation of “Workers Cache”, “Purge cache” and “Queues” (batching, retries). The
 * cache key is path and query.
 */
export class EdgeCache {
  readonly #kept = new Map<string, CachedResponse>();
  readonly #messages: Message[] = [];
  #busyUntil = 0;
  #replica: { until: number; responses: Map<string, Response> } | undefined;
  #tokens = 25;
  #refilledAt = fakes.now;

  /** The time of each purge that was executed, and the number that Cloudflare refused. */
  readonly purgedAt: number[] = [];
  refused = 0;
  /** If true, the queue accepts no messages. */
  isQueueDown = false;

  readonly ports = { purgeCache: edgeCachePurge(this) };
  readonly env = { PURGES: { send: (body, options) => this.#send(body, options), metrics: emptyQueue } as Queue };
  /** For requests that change something. */
  readonly overrides = { ports: this.ports, env: this.env };

  /** Returns what a visitor gets. `status` is the `Cf-Cache-Status`. */
  async get(path: string, { env: changed }: Overrides = {}) {
    const kept = this.#kept.get(path);
    const age = kept ? fakes.now - kept.storedAt : Infinity;
    const directive = directiveReader(kept?.response);
    if (kept && age < directive("max-age")) return { status: "HIT", response: kept.response.clone() };
    const response = await this.#ask(path, changed);
    const staleFor = age - directive("max-age");
    // Without `stale-if-error`, Cloudflare serves the old response for as long as the Worker fails.
    if (kept && response.status >= 500 && staleFor < directive("stale-if-error", Infinity))
      return { status: "STALE", response: kept.response.clone() };
    const tags = (response.headers.get("Cache-Tag") ?? "").split(",").filter(isTag).slice(0, 1000);
    const stored = response.clone();
    for (const name of ["Cache-Tag", EDGE_RULE]) response.headers.delete(name);
    const rule = edgeRule(stored);
    const isCacheable = /\bmax-age=/.test(rule) && !/private|no-store/.test(rule) && response.status < 500;
    if (!isCacheable || response.headers.has("Set-Cookie")) return { status: "BYPASS", response };
    this.#kept.set(path, { response: stored, tags, storedAt: fakes.now });
    if (kept && staleFor < directive("stale-while-revalidate"))
      return { status: "UPDATING", response: kept.response.clone() };
    return { status: kept ? "EXPIRED" : "MISS", response };
  }

  has = (path: string) => this.#kept.has(path);

  get paths(): string[] {
    return [...this.#kept.keys()];
  }

  /** A visitor who asks for one of the paths before `ms` are over gets what the directory shows now: a replica lags. */
  async lag(paths: string[], ms: number): Promise<void> {
    const responses = new Map<string, Response>();
    for (const path of paths) responses.set(path, await this.#ask(path));
    this.#replica = { until: fakes.now + ms, responses };
  }

  async #ask(path: string, changed: Overrides["env"] = {}): Promise<Response> {
    const old = this.#replica && fakes.now < this.#replica.until && this.#replica.responses.get(path);
    return old ? old.clone() : request(path, {}, { env: { ...env, ...this.env, ...changed }, ports: this.ports });
  }

  async purge({ tags = [], pathPrefixes = [] }: CachePurgeOptions): Promise<CachePurgeResult> {
    const refilled = ((fakes.now - this.#refilledAt) / MINUTE_MS) * 5;
    this.#tokens = Math.min(25, this.#tokens + refilled);
    this.#refilledAt = fakes.now;
    const problem =
      (this.#tokens < 1 && "Rate limit reached.") ||
      (tags.length + pathPrefixes.length > 100 && "More than 100 operations.") ||
      (tags.some((tag) => !isTag(tag)) && "Not a tag.");
    if (problem) {
      this.refused += 1;
      return { success: false, errors: [{ code: 0, message: problem }] };
    }
    this.#tokens -= 1;
    this.purgedAt.push(fakes.now);
    const purged = new Set(tags.map((tag) => tag.toLowerCase()));
    for (const [path, { tags: own }] of this.#kept)
      if (own.some((tag) => purged.has(tag.toLowerCase()))) this.#kept.delete(path);
    return { success: true, errors: [] };
  }

  async #send(body: unknown, { delaySeconds = 0 }: QueueSendOptions = {}): Promise<QueueSendResponse> {
    if (this.isQueueDown) throw new Error("The queue is down.");
    if (JSON.stringify(body).length > 128_000) throw new Error("The message is too large.");
    this.#messages.push({ body: structuredClone(body), visibleAt: fakes.now + delaySeconds * 1000, attempts: 0 });
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  }

  /** Moves the time forward. The queue delivers as wrangler.toml says: 100 messages or 1 second, one batch at a time. */
  async advance(ms: number): Promise<void> {
    const end = fakes.now + ms;
    for (;;) {
      const waiting = this.#messages.toSorted((a, b) => a.visibleAt - b.visibleAt);
      const full = waiting[99]?.visibleAt ?? Infinity;
      const at = Math.max(fakes.now, this.#busyUntil, Math.min(full, (waiting[0]?.visibleAt ?? Infinity) + 1000));
      if (at > end) break;
      fakes.now = at;
      await this.#deliver(waiting.filter(({ visibleAt }) => visibleAt <= at).slice(0, 100));
    }
    fakes.now = end;
  }

  async #deliver(messages: Message[]): Promise<void> {
    let isRetried = false;
    this.#busyUntil = fakes.now;
    for (const message of messages) this.#messages.splice(this.#messages.indexOf(message), 1);
    const batch = {
      queue: "directory-purges",
      messages: messages.map(({ body }, index) => ({ id: String(index), body })),
      retryAll: () => void (isRetried = true),
    } as unknown as MessageBatch;
    const wait = async (ms: number) => void (this.#busyUntil += ms);
    await consume(batch, { ...env, ...this.env } as Bindings, { ...fakePorts, ...this.ports, wait });
    if (!isRetried) return;
    for (const { body, attempts } of messages)
      if (attempts < MAX_RETRIES) this.#messages.push({ body, visibleAt: this.#busyUntil, attempts: attempts + 1 });
  }
}

const emptyQueue = async () => ({ backlogCount: 0, backlogBytes: 0 });

/** Records what requests purge. `all` returns the subjects since the last call. */
export function recordPurges() {
  const purged: string[] = [];
  const PURGES = {
    send: async ({ subjects }: { subjects: string[] }) => void purged.push(...subjects),
    metrics: emptyQueue,
  };
  return {
    overrides: { ports: { purgeCache: async () => {} }, env: { PURGES: PURGES as unknown as Queue } },
    all: () => purged.splice(0),
  };
}

/** Cloudflare's own header comes before `Cache-Control`. */
const edgeRule = (response: Response | undefined) =>
  response?.headers.get(EDGE_RULE) ?? response?.headers.get("Cache-Control") ?? "";

const isTag = (tag: string) => /^[\x21-\x7E]{1,1024}$/.test(tag) && !tag.includes(",");

/** Returns a function that reads one directive and converts it to milliseconds. */
function directiveReader(response: Response | undefined) {
  const cacheControl = edgeRule(response);
  return (name: string, fallback = 0) =>
    Number(new RegExp(`\\b${name}=(\\d+)`).exec(cacheControl)?.[1] ?? fallback) * 1000;
}
