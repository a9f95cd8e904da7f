import { env } from "cloudflare:workers";
import { fakes, type Overrides, createHangingService } from "./app.ts";

const MINUTE_MS = 60_000;

type Change = { at: number; value: string | null };

/** KV as another place may see it: what was written or deleted there less than a minute ago is not seen yet. */
class MinuteOldKv {
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
    this.#changes.set(key, [...(this.#changes.get(key) ?? []), { at: fakes.now, value }]);
  }

  async #get(key: string): Promise<string | null> {
    const changes = this.#changes.get(key) ?? [];
    const seen = changes.findLast(({ at }) => at <= fakes.now - MINUTE_MS);
    return seen ? seen.value : env.SESSIONS.get(key);
  }

  async #getMany(keys: string[]) {
    return new Map(await Promise.all(keys.map(async (key) => [key, await this.#get(key)] as const)));
  }
}

const readNothing = async (key: string | string[]) =>
  Array.isArray(key) ? new Map(key.map((one) => [one, null] as const)) : null;
const fail = async () => {
  throw new Error("KV is down.");
};

/** The real KV but for some of its calls. */
const kvExcept = (calls: object) =>
  new Proxy(env.SESSIONS, {
    get: (kv, name: keyof KVNamespace) =>
      (calls as Partial<KVNamespace>)[name] ?? (kv[name] as (...args: unknown[]) => unknown).bind(kv),
  });

function hangingKv(): Overrides {
  const { timeout, call } = createHangingService();
  return { env: { SESSIONS: kvExcept({ get: call }) }, ports: { timeout } };
}

/** What a Worker may meet in the place of a KV that is up to date, by what it does. */
export const KV_STATES: [what: string, make: () => Overrides][] = [
  ["is up to date", () => ({})],
  ["is a minute old", () => ({ env: { SESSIONS: new MinuteOldKv() as unknown as KVNamespace } })],
  ["is empty", () => ({ env: { SESSIONS: kvExcept({ get: readNothing }) } })],
  ["still sees what is gone", () => ({ env: { SESSIONS: kvExcept({ delete: async () => {} }) } })],
  ["takes no writes", () => ({ env: { SESSIONS: kvExcept({ put: fail, delete: fail }) } })],
  ["never answers", hangingKv],
  ["is down", () => ({ env: { SESSIONS: kvExcept({ get: fail, put: fail, delete: fail }) } })],
];

export const kvThat = (what: string): Overrides => KV_STATES.find(([name]) => name === what)![1]();
