import { env } from "cloudflare:workers";
import { MINUTE_MS } from "#schema/dates.ts";
import { fakes, type Overrides, createHangingService } from "./app.ts";

type Change = { at: number; value: string | null };

/** KV as another data centre may see it: a change is visible after one minute. */
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

const kvWithMethods = (methods: object) =>
  new Proxy(env.SESSIONS, {
    get: (kv, name: keyof KVNamespace) =>
      (methods as Partial<KVNamespace>)[name] ?? (kv[name] as (...args: unknown[]) => unknown).bind(kv),
  });

function hangingKv(): Overrides {
  const { timeout, call } = createHangingService();
  return { env: { SESSIONS: kvWithMethods({ get: call }) }, ports: { timeout } };
}

/** The states in which the Worker may find KV. The words complete the sentence "a KV that …". */
export const KV_STATES: [state: string, make: () => Overrides][] = [
  ["is up to date", () => ({})],
  ["is a minute old", () => ({ env: { SESSIONS: new MinuteOldKv() as unknown as KVNamespace } })],
  ["is empty", () => ({ env: { SESSIONS: kvWithMethods({ get: readNothing }) } })],
  ["still has what was deleted", () => ({ env: { SESSIONS: kvWithMethods({ delete: async () => {} }) } })],
  ["refuses writes", () => ({ env: { SESSIONS: kvWithMethods({ put: fail, delete: fail }) } })],
  ["never answers", hangingKv],
  ["is down", () => ({ env: { SESSIONS: kvWithMethods({ get: fail, put: fail, delete: fail }) } })],
];

export const kvThat = (state: string): Overrides => KV_STATES.find(([name]) => name === state)![1]();
