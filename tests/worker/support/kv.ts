import { env } from "cloudflare:workers";
import { MINUTE_MS } from "#schema/values/dates.ts";
import { fakes, type Overrides, createHangingService } from "./app.ts";

type Change = { visibleAt: number; value: string | null };

/**
 * KV as a data centre may see it: it keeps for a minute what it has read, also that a key was missing. So a change is
 * visible after one minute, or at once if the key was never read before.
 */
class MinuteOldKv {
  readonly #changes = new Map<string, Change[]>();
  readonly #read = new Set<string>();

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
    const visibleAt = this.#read.has(key) ? fakes.now + MINUTE_MS : fakes.now;
    this.#changes.set(key, [...(this.#changes.get(key) ?? []), { visibleAt, value }]);
  }

  async #get(key: string): Promise<string | null> {
    this.#read.add(key);
    const changes = this.#changes.get(key) ?? [];
    const seen = changes.findLast(({ visibleAt }) => visibleAt <= fakes.now);
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

export const kvWithMethods = (methods: object) =>
  new Proxy(env.SESSIONS, {
    get: (kv, name: keyof KVNamespace) =>
      (methods as Partial<KVNamespace>)[name] ?? (kv[name] as (...args: unknown[]) => unknown).bind(kv),
  });

/** A KV whose reads or writes never end. */
export function hangingKv(method: "get" | "put"): Overrides {
  const { timeout, call } = createHangingService();
  return { env: { SESSIONS: kvWithMethods({ [method]: call }) }, ports: { timeout } };
}

/** The states in which the Worker may find KV. The words complete the sentence "a KV that …". */
export const KV_STATES: [state: string, make: () => Overrides][] = [
  ["is up to date", () => ({})],
  ["is a minute old", () => ({ env: { SESSIONS: new MinuteOldKv() as unknown as KVNamespace } })],
  ["is empty", () => ({ env: { SESSIONS: kvWithMethods({ get: readNothing }) } })],
  ["still has what was deleted", () => ({ env: { SESSIONS: kvWithMethods({ delete: async () => {} }) } })],
  ["refuses writes", () => ({ env: { SESSIONS: kvWithMethods({ put: fail, delete: fail }) } })],
  ["never answers", () => hangingKv("get")],
  ["is down", () => ({ env: { SESSIONS: kvWithMethods({ get: fail, put: fail, delete: fail }) } })],
];

/** The states in which KV stores and returns one-time codes. */
export const CODES_WORK = KV_STATES.filter(([state]) => /up to date|minute old|was deleted/.test(state));

/** This KV for everything but one-time codes, which it stores and returns. */
export function sparingCodes({ env: changed, ports = {} }: Overrides): Overrides {
  const kvOf = (key: unknown) => (String(key).startsWith("code:") ? env.SESSIONS : (changed?.SESSIONS ?? env.SESSIONS));
  const route =
    (name: "get" | "put" | "delete") =>
    (key: string, ...rest: unknown[]) =>
      (kvOf(key)[name] as (...args: unknown[]) => unknown)(key, ...rest);
  return { env: { SESSIONS: kvWithMethods({ get: route("get"), put: route("put"), delete: route("delete") }) }, ports };
}

export const kvThat = (state: string): Overrides => KV_STATES.find(([name]) => name === state)![1]();
