import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createApp } from "#worker/app.ts";
import { createLocalApp } from "#worker/dev/app.ts";
import type { LocalBindings } from "#worker/dev/bindings.ts";
import { type Bindings, isLocal } from "#worker/env.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import type { Mail, Ports, UrgentMail } from "#worker/ports.ts";
import type { Seen } from "#schema/tables/figures.ts";
import { consume } from "#worker/jobs/queues.ts";

export const ORIGIN = new URL(env.SITE_URL).origin;
/** The time at which each test begins, in Unix ms. */
export const NOW = Date.UTC(2026, 10, 20, 12);

/** Bindings that make the Worker behave as if it were deployed. */
export const DEPLOYED = {
  LOCAL: "",
  SITE_URL: "https://directory.test",
  SUPPORT_EMAIL: "support@directory.test",
  OPERATOR_NAME: "Directory Ltd",
  OPERATOR_ADDRESS: "1 Long Street, 12345 Town, Ireland",
} satisfies Partial<Bindings>;

const SHELL = `<!doctype html><html><head><script type="speculationrules">{}</script><script type="module" async src="/start.js"></script><script>let a</script><link rel="stylesheet" href="/all.css"></head><body><div id="root"></div></body></html>`;

type Body = UrgentMail | string;
type QueuedMessage = { queue: string; id: string; body: Body; attempts: number; timestamp: Date; dueAt: number };

type FakeResponse = Response | ((init: { signal: AbortSignal; accept: string }) => Response | Promise<Response>);

/** What the fake ports return and record. `setup.ts` resets it before each test. */
export const fakes = {
  /** Unix ms. */
  now: NOW,
  /** The responses, by URL. A request to any other URL fails. */
  internet: new Map<string, FakeResponse>(),
  fetched: [] as string[],
  /** What the provider accepted. */
  mails: [] as Mail[],
  /** Messages that the queues hold, with the time from which they are delivered. */
  queue: [] as QueuedMessage[],
  /** The pauses that the Worker made, in milliseconds. */
  waits: [] as number[],
  /** Beacons in their queue. `deliverBeacons` in figures.ts delivers them. */
  beacons: [] as Seen[],
};

let timeouts: { at: number; controller: AbortController }[] = [];

/** Advances the fake time from timeout to timeout until the signal aborts, as if a response never came. */
export function advanceUntilAborted(signal: AbortSignal): void {
  for (const { at, controller } of timeouts.toSorted((a, b) => a.at - b.at)) {
    if (signal.aborted) return;
    fakes.now = Math.max(fakes.now, at);
    controller.abort(new DOMException("The time is up.", "TimeoutError"));
  }
}

/**
 * Returns a service that never responds: `call` is the function that the Worker calls, and advances the fake time until
 * the newest timeout is over. The test must use `timeout` as the port.
 */
export function createHangingService() {
  let waiting = new AbortController().signal;
  return {
    timeout: (ms: number) => (waiting = fakePorts.timeout(ms)),
    async call(): Promise<never> {
      // Some callers create their timeout only after the call.
      await Promise.resolve();
      advanceUntilAborted(waiting);
      return new Promise<never>(() => {});
    },
  };
}

export function resetFakes(): void {
  timeouts = [];
  fakes.now = NOW;
  fakes.internet.clear();
  fakes.fetched.length = 0;
  fakes.mails.length = 0;
  fakes.queue.length = 0;
  fakes.waits.length = 0;
  fakes.beacons.length = 0;
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
  ownHost: new URL(ORIGIN).hostname,
  async fetch(url, init) {
    fakes.fetched.push(url.href);
    const response = fakes.internet.get(url.href);
    if (!response) throw new TypeError(`The internet of this test has no ${url.href}`);
    return typeof response === "function" ? response(init) : response.clone();
  },
  async sendMail(mail) {
    fakes.mails.push(mail);
  },
  async queueMail(message) {
    const isKeys = Array.isArray(message);
    const queue = isKeys ? "directory-mails" : "directory-codes";
    for (const body of isKeys ? message : [message])
      addToQueue({ queue, id: crypto.randomUUID(), body, attempts: 0, timestamp: new Date(fakes.now), dueAt: 0 });
  },
  google: undefined,
  payments: undefined,
  purgeCache: undefined,
};

const down = () => Promise.reject(new Error("down"));
/** The mail service refuses mails, so that they are sent later. */
export const REFUSED_MAIL = { ports: { sendMail: down } };
/** Neither the queues nor the mail service accept mails. */
export const NO_MAIL = { ports: { sendMail: down, queueMail: down } };

const addToQueue = (message: QueuedMessage) => void fakes.queue.push(message);

/** The settings in wrangler.toml. */
const CONSUMERS = new Map(env.QUEUE_CONSUMERS.map((settings) => [settings.queue, settings]));

/**
 * Delivers the messages that are due to the Worker's consumers, as Cloudflare does: a message that is retried waits for
 * its delay, and goes to the dead letters after its last attempt. `request` calls it with its own ports.
 */
export async function deliverMails(ports: Partial<Ports> = {}, changed: Partial<Bindings> = {}): Promise<void> {
  for (;;) {
    const due = fakes.queue.filter(({ dueAt }) => dueAt <= fakes.now);
    const [first] = due;
    if (!first) return;
    const batch = due.filter(({ queue }) => queue === first.queue);
    fakes.queue = fakes.queue.filter((message) => !batch.includes(message));
    const messages = batch.map((message) => {
      const attempts = message.attempts + 1;
      let isSettled = false;
      const settle = (work: () => void) => {
        if (!isSettled) work();
        isSettled = true;
      };
      const retry = ({ delaySeconds = 0 }: QueueRetryOptions = {}) =>
        settle(() => {
          const { max_retries: retries = 3, dead_letter_queue: dead } = CONSUMERS.get(message.queue)!;
          const dueAt = fakes.now + delaySeconds * 1000;
          if (attempts <= retries) addToQueue({ ...message, attempts, dueAt });
          else if (dead) addToQueue({ ...message, queue: dead, attempts: 0, dueAt: 0 });
        });
      return { ...message, attempts, ack: () => settle(() => {}), retry };
    });
    await consume({ queue: first.queue, messages } as unknown as MessageBatch, { ...env, ...changed } as Bindings, {
      ...fakePorts,
      ...ports,
    });
  }
}

export type Overrides = {
  env?: Partial<LocalBindings>;
  ports?: Partial<Ports>;
  /** The ports of all requests of one isolate. Without it, each request is a new isolate. */
  isolate?: Ports;
  /** Called when the Worker has responded. Tasks of `waitUntil` may still run. */
  onResponse?: () => void;
};

/** Runs the cron, and delivers the mails that it queues. */
export async function runCron(ports: Partial<Ports> = {}): Promise<void> {
  await runSchedule(env, { ...fakePorts, ...ports });
  await deliverMails(ports);
}

/** The apps are created once, as in the Worker. So each request brings its ports in its bindings. */
const portsOf = (bindings: Bindings) => (bindings as Bindings & { ports: Ports }).ports;
const localApp = createLocalApp(portsOf);
const deployedApp = createApp(portsOf);

/**
 * Sends a request to the Worker as it runs locally. With `DEPLOYED` as `env`, it runs as deployed. Resolves after all
 * `waitUntil` tasks have finished and the whole body has arrived.
 */
export async function request(path: string, init?: RequestInit, overrides: Overrides = {}): Promise<Response> {
  const context = createExecutionContext();
  const ports = overrides.isolate ?? { ...fakePorts, ...overrides.ports };
  const bindings = { ...env, ...OPEN_LIMITS, ASSETS: assets, BEACONS: beaconQueue, ...overrides.env, ports };
  const app = isLocal(bindings) ? localApp : deployedApp;
  const response = await app.fetch(new Request(new URL(path, ORIGIN), init), bindings, context);
  overrides.onResponse?.();
  await waitOnExecutionContext(context);
  // Consumers run later, so storage that fails during the request is whole again.
  await deliverMails(ports, { MAIL_DAILY_LIMIT: bindings.MAIL_DAILY_LIMIT });
  // A body that the test does not read would still be open while the next test empties the storage.
  return response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/** Returns a binding that is down: every property and every call is a promise that rejects. */
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

const beaconQueue = { send: async (seen: Seen) => void fakes.beacons.push(seen) } as unknown as Queue;

/** The real rate limit bindings use the real time and count across tests. */
const unlimited: RateLimit = { limit: async () => ({ success: true }) };
const OPEN_LIMITS = {
  FETCH_LIMIT: unlimited,
  ACCOUNT_LIMIT: unlimited,
  BEACON_LIMIT: unlimited,
};

/** Every path returns the HTML shell of the pages. */
export const assets = {
  fetch: async () => new Response(SHELL, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
} as unknown as Fetcher;
