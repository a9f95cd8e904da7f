import { env } from "cloudflare:workers";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { connect } from "#worker/db/connection.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import type { State } from "#worker/dev/stripe/objects.ts";
import { reconcile } from "#worker/features/payments/sync/reconcile.ts";
import type { Ports } from "#worker/ports.ts";
import { sendDueMails } from "#worker/features/outbox/send.ts";
import { deliverMails, fakePorts, fakes, NOW, ORIGIN, request, resetFakes } from "../worker/support/app.ts";
import { Browser } from "../worker/support/browser.ts";
import { insertSite } from "../worker/support/factories.ts";
import { insertUser, logIn } from "../worker/support/people.ts";
import { runPaymentsCron } from "../worker/support/stripe.ts";
import type { MemoryD1 } from "./runtime/d1.ts";
import type { MemoryKv } from "./runtime/kv.ts";
import { readTruth, type TrueSubscription } from "./truth.ts";

const [memory, sessions] = [env.DB as unknown as MemoryD1, env.SESSIONS as unknown as MemoryKv];

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** The cron runs every ten minutes (wrangler.toml). */
const CRON = 600_000;
const PROMOTIONS = [
  { code: "HALF", percent_off: 50, duration: "forever" },
  { code: "FREE", percent_off: 100, duration: "once" },
  { code: "LESS", amount_off: 250, currency: "eur", duration: "forever" },
] as const;

type Event = State["events"][number];
export type Person = {
  id: number;
  email: string;
  browser: Browser;
  isDeleted: boolean;
  isSuspended: boolean;
};
export type Site = {
  id: number;
  owner: Person;
  isDeleted: boolean;
  isHidden: boolean;
  grantedUntil: number | null;
  /** Since then its owner wants no renewal. */
  stoppedSince: number | null;
  /** Since then nobody may be charged for it: staff hid it, or it or its owner's account was deleted. */
  freeSince: number | null;
};

/** When a failed renewal is tried again, and what follows the last try. */
export type Retries = Settings["retries"];
export type Settings = Pick<StripeStandIn["bank"]["state"]["settings"], "retries"> & {
  /** The variable STRIPE_TAX. */
  hasTax: boolean;
};

/** Something that goes wrong with one of the product's requests to Stripe. */
export type Trouble = {
  /** Which request of the step, from 0. */
  at: number;
  kind:
    | "cut before"
    | "cut after"
    | "500"
    | "500 after"
    | "429"
    | "late"
    /** Happens before Stripe answers, or before its answer arrives. */
    | { before: () => unknown }
    | { after: () => unknown };
};

/** Small random numbers that depend on the seed alone. A seed of 0 gives zeros, to which failures shrink. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + (seed === 0 ? 0 : 1_013_904_223)) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Owners with their sites, the product, and Stripe. Time passes only by `pass`. */
export class World {
  standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  readonly people: Person[];
  readonly sites: Site[];
  readonly staff: Browser;
  /** Events that Stripe has not delivered yet. */
  readonly waiting: Event[] = [];
  /** Since then the product may not know all that Stripe has, because events were lost. */
  blindSince: number | null = null;
  /** The last time that cron has run. */
  cronAt = 0;
  /** What the product did wrong, apart from money. */
  readonly complaints: string[] = [];
  random = randomOf(0);
  trouble: Trouble | null = null;
  #asked = 0;
  #isPromoted = false;
  readonly #late: (() => Promise<unknown>)[] = [];
  readonly #ports: Ports;

  constructor({ people, sites, staff }: Template, { hasTax, ...settings }: Settings) {
    Object.assign(this.bank.state.settings, settings);
    this.people = people.map((one) => ({ ...one, browser: one.browser.copy() }));
    this.sites = sites.map(({ id, owner }) => ({
      id,
      owner: this.people[owner]!,
      isDeleted: false,
      isHidden: false,
      grantedUntil: null,
      stoppedSince: null,
      freeSince: null,
    }));
    this.staff = staff.copy();
    const payments = this.standIn.payments({
      tax: hasTax,
      fetch: (input, init) => this.#fetch(new Request(input as Request, init as RequestInit)),
    });
    this.#ports = { ...fakePorts, payments: async () => payments };
  }

  get bank() {
    return this.standIn.bank;
  }

  get now() {
    return fakes.now;
  }

  get truth(): TrueSubscription[] {
    return readTruth(this.bank);
  }

  /** Requests and queries that run at the same time come in an order that depends on the seed. */
  #pause = async () => {
    for (let left = this.random(4); left >= 0; left--) await Promise.resolve();
  };

  async #fetch(sent: Request): Promise<Response> {
    await this.#pause();
    const { trouble } = this;
    const isTroubled = trouble !== null && this.#asked === trouble.at;
    this.#asked += 1;
    if (!isTroubled) return this.standIn.fetch(sent);
    this.trouble = null;
    const cut = () => Promise.reject(new TypeError("network"));
    const fail = async (when: "before" | "after") => {
      this.bank.failCall = () => when;
      const answer = await this.standIn.fetch(sent);
      this.bank.failCall = () => undefined;
      return answer;
    };
    switch (trouble.kind) {
      case "cut before":
        return cut();
      case "cut after":
        await this.standIn.fetch(sent);
        return cut();
      case "500":
        return fail("before");
      case "500 after":
        return fail("after");
      case "429":
        return Response.json({ error: { type: "invalid_request_error", code: "rate_limit" } }, { status: 429 });
      case "late": {
        // The product gives up waiting, and Stripe does it later.
        const copy = sent.clone() as Request;
        this.#late.push(() => this.standIn.fetch(copy));
        return cut();
      }
      default: {
        if ("before" in trouble.kind) await trouble.kind.before();
        const answer = await this.standIn.fetch(sent);
        if ("after" in trouble.kind) await trouble.kind.after();
        return answer;
      }
    }
  }

  /** Creates the promotions, before the first person uses one. */
  async promote(): Promise<void> {
    if (this.#isPromoted) return;
    this.#isPromoted = true;
    const { stripe } = this.standIn.payments();
    for (const { code, ...coupon } of PROMOTIONS) {
      const { id } = await stripe.coupons.create(coupon);
      await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, code });
    }
  }

  /** Call it after a change of a site or its owner. */
  updateFree(): void {
    for (const site of this.sites) {
      const isFree = site.isDeleted || site.isHidden || site.owner.isDeleted || site.owner.isSuspended;
      site.freeSince = isFree ? (site.freeSince ?? this.now) : null;
    }
  }

  /** Stripe still has to do what the product no longer waits for. */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  /** Begins a step: from now on, `trouble` can happen. */
  beginStep(random: (below: number) => number, trouble: Trouble | null): void {
    memory.pause = this.#pause;
    this.random = random;
    this.trouble = trouble;
    this.#asked = 0;
    // Stripe's times are seconds: they must tell which change came first.
    this.tick(1000);
    // The limits of attempts have their own tests.
    memory.run(memory.prepare("DELETE FROM rate_counters"));
  }

  async endTrouble(): Promise<void> {
    this.trouble = null;
    // Stripe may do it in this step or in a later one.
    if (this.random(2) === 0) for (const send of this.#late.splice(0)) await send();
    this.random = randomOf(0);
  }

  tick(ms: number): void {
    this.bank.advanceBy(ms);
    fakes.now += ms;
  }

  /** Passes time, at most a day at once, so that Stripe charges and the product reacts in between. */
  async pass(ms: number, { isWatched, hasCron }: { isWatched: boolean; hasCron: boolean }): Promise<void> {
    for (let left = ms; left > 0; left -= DAY) {
      this.tick(Math.min(left, DAY));
      if (!isWatched) continue;
      await this.settle();
      if (hasCron) await this.runCron();
    }
  }

  /** Sends a call of a signed-in person. Returns its status. */
  async send(
    person: Person | null,
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: unknown,
  ): Promise<number> {
    const browser = person?.browser ?? this.staff;
    const ask = () => browser[method.toLowerCase() as "post"](url, body, { isolate: this.#ports });
    let response = await ask();
    if (response.status === 401 && person?.isDeleted !== true && person?.isSuspended !== true) {
      // The session has ended, because days have passed.
      await logIn(person?.email ?? STAFF, browser);
      response = await ask();
    }
    if (response.status >= 500 && ![502, 503].includes(response.status)) {
      this.complaints.push(`${method} ${url} answered ${response.status}: ${await response.text()}`);
    }
    return response.status;
  }

  /** Takes the new events from Stripe. `fate` says what happens to each. */
  takeEvents(fate: (event: Event) => "once" | "twice" | "lost" = () => "once"): void {
    const ids = new Set(this.bank.state.waiting.splice(0));
    for (const event of this.bank.state.events.filter(({ id }) => ids.has(id))) {
      const what = fate(event);
      if (what === "lost") this.blindSince = this.now;
      else this.waiting.push(...(what === "twice" ? [event, event] : [event]));
    }
  }

  /** Delivers events in a random order, some at the same time. Stripe repeats what the product does not accept. */
  async deliver(events: Event[]): Promise<void> {
    const mixed = events.map((event) => ({ event, at: this.random(1000) })).toSorted((a, b) => a.at - b.at);
    while (mixed.length > 0) {
      const together = mixed.splice(0, 1 + this.random(3));
      await Promise.all(
        together.map(async ({ event }) => {
          const signed = await this.standIn.sign(event);
          const status = await this.#webhook(signed);
          if (status !== 200) this.waiting.push(event);
        }),
      );
    }
  }

  async #webhook(event: Request): Promise<number> {
    const init = { method: "POST", headers: event.headers, body: await event.text() };
    const response = await request("/api/stripe/webhook/", init, { isolate: this.#ports });
    if (![200, 502, 503].includes(response.status)) {
      this.complaints.push(`The webhook answered ${response.status}: ${await response.text()}`);
    }
    return response.status;
  }

  /** Delivers all that waits, and what follows from it. */
  async settle(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      this.takeEvents();
      if (this.waiting.length === 0) return;
      await this.deliver(this.waiting.splice(0));
    }
    this.complaints.push("The product and Stripe change each other without an end.");
  }

  /** Runs the cron's steps that concern payments, at its next time. */
  async runCron(): Promise<void> {
    this.tick(CRON);
    await runPaymentsCron(this.#ports);
    this.cronAt = this.now;
    // It has read the events that were lost.
    this.blindSince = null;
    this.updateFree();
  }

  /** Sends the mails that the next cron run would send. */
  async sendMails(): Promise<void> {
    await sendDueMails(connect(env.DB), { ...this.#ports, now: () => this.now + CRON });
    await deliverMails(this.#ports);
  }

  /** Stripe does the rest, and all is read again, as `npm run stripe:reconcile` does. */
  async reconcile(): Promise<void> {
    const { payments } = this.#ports;
    for (const send of this.#late.splice(0)) await send();
    await this.settle();
    await reconcile({ db: connect(env.DB), payments: await payments!(), now: this.now, alert: async () => {} });
    this.blindSince = null;
  }
}

const MIGRATIONS = path.join(import.meta.dirname, "../../migrations");
const STAFF = "staff@example.com";
const OWNERS = ["anna@example.com", "bert@example.com", "cleo@example.com"];
/** By owner. */
const SITES = [0, 0, 1, 2];

type Template = {
  people: Person[];
  sites: { id: number; owner: number }[];
  staff: Browser;
  sessions: MemoryKv["values"];
};
let template: Promise<Template> | undefined;

async function makeTemplate(): Promise<Template> {
  for (const name of readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .toSorted())
    await memory.exec(readFileSync(path.join(MIGRATIONS, name), "utf8"));
  resetFakes();
  const people = [];
  for (const email of OWNERS) {
    const { id } = await insertUser({ email });
    people.push({ id, email, browser: await logIn(email), isDeleted: false, isSuspended: false });
  }
  await insertUser({ email: STAFF, isStaff: true });
  const sites = [];
  for (const owner of SITES) sites.push({ id: (await insertSite({ ownerId: people[owner]!.id })).id, owner });
  const staff = await logIn(STAFF);
  // So that no run has to ask for the CSRF token.
  for (const browser of [staff, ...people.map((person) => person.browser)]) await browser.csrfHeaders();
  return { people, sites, staff, sessions: new Map(sessions.values) };
}

type Logged = { message?: string; stack?: string };
/** Errors that the product may log: Stripe did not answer, refused something, or a duplicate was found. */
const isExpected = ({ message = "", stack = "" }: Logged) =>
  stack.includes("Stripe") || /has two subscriptions/.test(message);

/** Runs `act` in a new world. Everything that it changed is undone after it. */
export async function inNewWorld<T>(settings: Settings, act: (world: World) => Promise<T>): Promise<T> {
  const made = await (template ??= makeTemplate());
  resetFakes();
  sessions.values = new Map(made.sessions);
  memory.begin();
  const world = new World(made, settings);
  const [info, warn, logged] = [console.info, console.warn, console.error];
  console.info = console.warn = () => {};
  console.error = (line: Logged) => {
    if (!isExpected(line)) world.complaints.push(`An error was logged: ${JSON.stringify(line)}`);
  };
  try {
    return await act(world);
  } finally {
    [console.info, console.warn, console.error] = [info, warn, logged];
    memory.pause = () => Promise.resolve();
    memory.rollBack();
  }
}
