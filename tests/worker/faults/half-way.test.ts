import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { outside, type Overrides } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";
import { expectErrorShape } from "../security/expectations.ts";
import { type StatedCall, UNSAFE_CALLS } from "../security/inventory.ts";
import { ENTITLED, keepWorld, makeWorld, overrides, send, type World } from "../security/world.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Counts what is asked of a part, and fails from a certain question on. */
class Fault {
  asked = 0;
  readonly failsFrom: number;

  constructor(failsFrom: number) {
    this.failsFrom = failsFrom;
  }

  get isMet() {
    return this.asked >= this.failsFrom;
  }

  ask<T>(work: () => Promise<T>): Promise<T> {
    return ++this.asked < this.failsFrom ? work() : Promise.reject(new Error("This service is down."));
  }
}

const ASKED_BY = new Set([
  "all",
  "run",
  "first",
  "raw",
  "batch",
  "get",
  "put",
  "delete",
  "list",
  "head",
  "getWithMetadata",
]);

/** A binding whose questions pass through a fault; what makes a question (a session, a statement) is followed. */
const behind = <T extends object>(binding: T, fault: Fault): T =>
  new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const work = () => Reflect.apply(value, target, args.map(bare)) as unknown;
        if (ASKED_BY.has(String(name))) return fault.ask(async () => work());
        const made = work();
        if (typeof made !== "object" || made === null) return made;
        const proxy = behind(made, fault);
        originals.set(proxy, made);
        return proxy;
      };
    },
  });

const originals = new WeakMap<object, object>();
/** D1 takes its own statements only. */
const bare = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(bare) : (originals.get(value as object) ?? value);

/** Each part of the outside, failing. */
const PARTS: Record<string, (fault: Fault) => Overrides> = {
  D1: (fault) => ({ env: { DB: behind(env.DB, fault) } }),
  KV: (fault) => ({ env: { SESSIONS: behind(env.SESSIONS, fault) } }),
  R2: (fault) => ({ env: { MEDIA: behind(env.MEDIA, fault) } }),
  mail: (fault) => ({ ports: { ...overrides().ports, sendMail: () => fault.ask(async () => {}) } }),
};

// Not what is there to find and tidy what was cut off: claims, uploads, the number of readings.
const TABLES =
  "users sites articles alternatives targets target_aliases target_moves likes image_uses blog_posts contact_messages audit_log";

async function facts(): Promise<string> {
  const answers = await env.DB.batch(TABLES.split(" ").map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return JSON.stringify(answers.map(({ results }) => results));
}

/** Nobody is signed out by the call of another; a stranger's browser goes on with the log-in that it began. */
const browserOf = (world: World, { who }: StatedCall) =>
  ENTITLED[who] === "stranger" ? world.stranger : world[ENTITLED[who]].copy();

/** Sends the call while the part fails from its n-th question on. True where the fault was met. */
async function sendWith(world: World, call: StatedCall, part: string, failsFrom: number): Promise<boolean> {
  const what = `${call.route}: ${part} fails from question ${failsFrom} on`;
  const fault = new Fault(failsFrom);
  const before = await facts();
  const response = await send(browserOf(world, call), call, { ...PARTS[part]!(fault) });
  if (!fault.isMet) return false;
  if (response.status >= 500) {
    expect(response.headers.get("X-Request-Id"), what).toMatch(/./);
    await expectErrorShape(response, what);
    // What counts of payments is Stripe's; any later reading brings it here.
    if (!call.path.startsWith("/api/payments/")) expect(await facts(), what).toBe(before);
  } else {
    // It did without that part.
    expect(response.ok ? "success" : response.status, what).toBe(call.status ?? "success");
  }
  return true;
}

test("where a part fails half-way, a call says so and leaves nothing half-written, or does without it", async () => {
  const world = await makeWorld();
  const restore = await keepWorld();
  for (const call of UNSAFE_CALLS) {
    for (const part of Object.keys(PARTS)) {
      // Of D1, each question in turn; of the others, all.
      for (let failsFrom = 1; failsFrom <= 30; failsFrom++) {
        await restore();
        if (!(await sendWith(world, call, part, failsFrom)) || part !== "D1") break;
      }
    }
    await restore();
    // A payment that was cut off is looked for once it cannot be under way any more.
    outside.now += 3 * 60_000;
    const response = await send(browserOf(world, call), call);
    expect(response.ok ? "success" : response.status, `${call.route}, again`).toBe(call.status ?? "success");
  }
  expect(loggedErrors.splice(0)).not.toEqual([]);
});
