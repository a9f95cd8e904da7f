import { env } from "cloudflare:workers";
import { outside, type Overrides, unanswered } from "./app.ts";

const MINUTE_MS = 60_000;

type Change = { at: number; value: string | null };

/** KV as another place may see it: what was written or deleted there less than a minute ago is not seen yet. */
class MinuteOld {
  readonly #changes = new Map<string, Change[]>();

  get(key: string | string[]) {
    return Array.isArray(key) ? this.#getMany(key) : this.#get(key);
  }

  async put(key: string, value: string) {
    this.#change(key, value);
  }

  async delete(key: string) {
    this.#change(key, null);
  }

  #change(key: string, value: string | null): void {
    this.#changes.set(key, [...(this.#changes.get(key) ?? []), { at: outside.now, value }]);
  }

  async #get(key: string): Promise<unknown> {
    const changes = this.#changes.get(key) ?? [];
    const seen = changes.findLast(({ at }) => at <= outside.now - MINUTE_MS);
    if (!seen) return env.SESSIONS.get(key, "json");
    return seen.value === null ? null : JSON.parse(seen.value);
  }

  async #getMany(keys: string[]) {
    return new Map(await Promise.all(keys.map(async (key) => [key, await this.#get(key)] as const)));
  }
}

const nothing = async (key: string | string[]) =>
  Array.isArray(key) ? new Map(key.map((one) => [one, null] as const)) : null;
const isDown = async () => {
  throw new Error("KV is down.");
};

/** The real KV but for some of its calls. */
const but = (calls: object) =>
  new Proxy(env.SESSIONS, {
    get: (kv, name: keyof KVNamespace) =>
      (calls as Partial<KVNamespace>)[name] ?? (kv[name] as (...args: unknown[]) => unknown).bind(kv),
  });

function slow(): Overrides {
  const { timeout, ask } = unanswered();
  return { env: { SESSIONS: but({ get: ask }) }, ports: { timeout } };
}

/** What a Worker may meet in the place of a KV that is up to date, by what it does. */
export const KV_VIEWS: [what: string, make: () => Overrides][] = [
  ["is up to date", () => ({})],
  ["is a minute old", () => ({ env: { SESSIONS: new MinuteOld() as unknown as KVNamespace } })],
  ["is empty", () => ({ env: { SESSIONS: but({ get: nothing }) } })],
  ["still sees what is gone", () => ({ env: { SESSIONS: but({ delete: async () => {} }) } })],
  ["never answers", slow],
  ["is down", () => ({ env: { SESSIONS: but({ get: isDown, put: isDown, delete: isDown }) } })],
];

export const kvThat = (what: string): Overrides => KV_VIEWS.find(([name]) => name === what)![1]();
