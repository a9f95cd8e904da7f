import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createApp } from "#worker/app.ts";
import { createLocalApp } from "#worker/dev/app.ts";
import type { LocalBindings } from "#worker/dev/bindings.ts";
import { type Bindings, isLocal } from "#worker/env.ts";
import type { Mail, Ports } from "#worker/ports.ts";

export const ORIGIN = new URL(env.SITE_URL).origin;
/** The time at which each test begins. */
export const NOW = Date.UTC(2026, 10, 20, 12);
export const DAY_MS = 86_400_000;

/** Settings that turn a local run into a deployed build. */
export const DEPLOYED = {
  LOCAL: "",
  SITE_URL: "https://directory.test",
  SUPPORT_EMAIL: "support@directory.test",
} satisfies Partial<Bindings>;

const SHELL = `<!doctype html><html><head></head><body><div id="root"></div></body></html>`;

type FakeResponse = Response | ((init: { signal: AbortSignal; accept: string }) => Response | Promise<Response>);

/** What lies outside, as the test states it and finds it afterwards. Each begins with an internet that has no pages. */
export const fakes = {
  now: NOW,
  /** What an address answers; any other one cannot be reached. */
  internet: new Map<string, FakeResponse>(),
  /** Addresses that were asked, in order. */
  fetched: [] as string[],
  mails: [] as Mail[],
  /** Times that were waited, in milliseconds. */
  waits: [] as number[],
};

let timeouts: { at: number; controller: AbortController }[] = [];

/** Lets time pass until the signal aborts: what waiting for an answer that never comes would do. */
export function advanceUntilAborted(signal: AbortSignal): void {
  for (const { at, controller } of timeouts.toSorted((a, b) => a.at - b.at)) {
    if (signal.aborted) return;
    fakes.now = Math.max(fakes.now, at);
    controller.abort(new DOMException("The time is up.", "TimeoutError"));
  }
}

/** Somebody who is asked and never answers: time passes until whoever asked last gives up. */
export function createHangingService() {
  let waiting = new AbortController().signal;
  return {
    timeout: (ms: number) => (waiting = fakePorts.timeout(ms)),
    async call(): Promise<never> {
      // Some begin to wait once they have asked.
      await Promise.resolve();
      advanceUntilAborted(waiting);
      return new Promise<never>(() => {});
    },
  };
}

/** Before each test (`setup.ts`). */
export function resetFakes(): void {
  timeouts = [];
  fakes.now = NOW;
  fakes.internet.clear();
  fakes.fetched.length = 0;
  fakes.mails.length = 0;
  fakes.waits.length = 0;
}

export const fakePorts: Ports = {
  now: () => fakes.now,
  async wait(ms) {
    fakes.waits.push(ms);
  },
  timeout(ms) {
    const controller = new AbortController();
    timeouts.push({ at: fakes.now + ms, controller });
    return controller.signal;
  },
  async fetch(url, init) {
    fakes.fetched.push(url.href);
    const answer = fakes.internet.get(url.href);
    if (!answer) throw new TypeError(`The internet of this test has no ${url.href}`);
    return typeof answer === "function" ? answer(init) : answer.clone();
  },
  async sendMail(mail) {
    fakes.mails.push(mail);
  },
  google: undefined,
  payments: undefined,
  purgeCache: undefined,
};

export type Overrides = { env?: Partial<LocalBindings>; ports?: Partial<Ports> };

/** Each is made once, as in the Worker, so the ports of a request come with its bindings. */
const portsOf = (bindings: Bindings) => (bindings as Bindings & { ports: Ports }).ports;
const localApp = createLocalApp(portsOf);
const deployedApp = createApp(portsOf);

/** What the Worker answers, as a local run unless `env` says otherwise; resolves when everything that it left running is done, and all that it sent has arrived. */
export async function request(path: string, init?: RequestInit, overrides: Overrides = {}): Promise<Response> {
  const context = createExecutionContext();
  const ports = { ...fakePorts, ...overrides.ports };
  const bindings = { ...env, ...OPEN_LIMITS, ASSETS: assets, ...overrides.env, ports };
  const app = isLocal(bindings) ? localApp : deployedApp;
  const response = await app.fetch(new Request(new URL(path, ORIGIN), init), bindings, context);
  await waitOnExecutionContext(context);
  // A body that a test does not read would be open while the next one empties what it is read from.
  return response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/** A binding that is down: whatever is asked of it, however deep, rejects once it is awaited. */
export function broken<T extends object>(): T {
  const stub = new Proxy(() => {}, {
    apply: () => stub,
    get: (_, name) =>
      name === "then"
        ? (_resolve: unknown, reject: (error: Error) => void) => reject(new Error("This service is down."))
        : stub,
  }) as unknown as T;
  return stub;
}

/** The built files: the shell of every page. */
/** Cloudflare's counters of client addresses count by the wall clock, through all tests of a run. */
const unlimited: RateLimit = { limit: async () => ({ success: true }) };
const OPEN_LIMITS = { FETCH_LIMIT: unlimited, ACCOUNT_LIMIT: unlimited, REPORT_LIMIT: unlimited };

export const assets = {
  fetch: async () => new Response(SHELL, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
} as unknown as Fetcher;
