import * as fc from "fast-check";
import { StripeError } from "#worker/dev/stripe/store.ts";
import {
  type Person,
  type Retries,
  randomOf,
  type Settings,
  type Site,
  type Trouble,
  type World,
  DAY,
  HOUR,
} from "./world.ts";
import {
  chargeAt,
  disputeAt,
  type Plan,
  refundAt,
  subscriptionAt,
  type TrueCharge,
  type TrueSubscription,
  waitingIntent,
} from "./truth.ts";
import { payAnyInvoice, saveBadCard, saveBadDebit, saveConfirmedCard, saveDebit, saveGoodCard } from "./cards.ts";

// What can happen. Each act chooses its site, payment and so on by numbers. It does nothing if it is not possible.

type Act = (world: World, choice: Choice) => Promise<unknown> | void;
type Choice = { site: number; which: number; tabs: 1 | 2 };

const pick = <T>(list: T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];
/** Most acts concern a site that has been paid for, if there is one. */
function siteOf({ sites, truth }: World, { site }: Choice): Site {
  const paid = sites.filter(({ id }) => truth.some(({ siteId }) => siteId === id));
  return pick(paid.length > 0 ? paid : sites, site)!;
}
const subscriptionsOf = ({ truth }: World, site: Site): TrueSubscription[] =>
  truth.filter(({ siteId }) => siteId === site.id);
const runningOf = (world: World, site: Site) => subscriptionsOf(world, site).find(({ runs }) => runs);

/** How an owner may pay. */
const METHODS = [
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_authenticationRequired",
  "pm_card_chargeDeclined",
  "pm_card_chargeCustomerFail",
  "pm_card_authenticationRequiredOnSetup",
  "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
  "pm_card_visa",
  "pm_sepa_success",
  "pm_paypal",
  "pm_sepa_failed",
];

/** One choice of eight is a year. */
const planOf = ({ which }: Choice): Plan => (which % 8 === 7 ? "year" : "month");

/** A third of the payments take the charge day of another site of the owner, if there is one. */
function sameDay(world: World, choice: Choice) {
  const site = pick(world.sites, choice.site)!;
  const other = world.sites.find((one) => one.owner === site.owner && one !== site && runningOf(world, one));
  return choice.which % 3 === 1 && other ? { same_day_as: other.id, plan: "month" as const } : {};
}

/** Sends a call from one tab or from two at the same time. Returns the status of each. */
const pay = async (world: World, site: Site, call: string, { tabs }: Choice, body: object = {}): Promise<number[]> => {
  if (site.owner.isDeleted || site.owner.isSuspended) return [];
  const send = () => world.send(site.owner, "POST", `/api/payments/${call}/`, { site_id: site.id, ...body });
  return Promise.all(Array.from({ length: tabs }, send));
};

/** Of ten payments, three have a code. */
const codeOf = ({ which }: Choice) => ["", "", "HALF", "", "FREE", "", "LESS", "", "", ""][which % 10]!;

/** Sends a call that chooses the plan of the next charge. Returns whether it was accepted, or null if that is not known. */
async function choosePlan(
  world: World,
  site: Site,
  call: string,
  choice: Choice,
  body: { plan: Plan; [name: string]: unknown },
): Promise<boolean | null> {
  const statuses = await pay(world, site, call, choice, body);
  const isLost = world.isLate || statuses.some((status) => ![200, 400, 409].includes(status));
  if (isLost) site.plan = null;
  else if (statuses.includes(200)) site.plan = { chosen: body.plan, at: world.now };
  return isLost ? null : statuses.includes(200);
}

/** The succeeded charges of the choice's site, newest first. */
const chargesOf = (world: World, choice: Choice): TrueCharge[] =>
  subscriptionsOf(world, siteOf(world, choice))
    .flatMap(({ invoices }) => invoices.flatMap(({ charges }) => charges))
    .filter(({ hasSucceeded }) => hasSucceeded);

const ADDRESSES = [
  { country: "AT", tax_id: null },
  { country: "AT", tax_id: { type: "eu_vat", value: "ATU12345678" } },
  { country: "CH", tax_id: null },
];

/** Without an address nobody can pay if there is tax. */
async function saveAddress(world: World, choice: Choice): Promise<void> {
  const { owner } = pick(world.sites, choice.site)!;
  if (!owner.hasAddress) await changeAddress(world, owner, choice.which);
}

async function changeAddress(world: World, owner: Person, which: number): Promise<void> {
  if (owner.isDeleted || owner.isSuspended) return;
  const address = {
    name: "Lind",
    line1: "",
    line2: "",
    city: "",
    postal_code: "",
    state: "",
    ...pick(ADDRESSES, which),
  };
  if ((await world.send(owner, "PUT", "/api/payments/billing/", address)) === 200) owner.hasAddress = true;
}

/** What owners and staff do in the product. */
const CALLS: Record<string, Act> = {
  subscribe: async (world, choice) => {
    const code = codeOf(choice);
    if (code) await world.promote();
    if (world.hasTax) await saveAddress(world, choice);
    const site = pick(world.sites, choice.site)!;
    site.stoppedSince = null;
    const isBought = await choosePlan(world, site, "subscribe", choice, {
      ...(code && { promotion_code: code }),
      payment_method_id: pick(METHODS, choice.which),
      plan: planOf(choice),
      ...sameDay(world, choice),
    });
    if (isBought !== false) site.code = isBought && code;
  },
  plan: (world, choice) => choosePlan(world, siteOf(world, choice), "plan", choice, { plan: planOf(choice) }),
  confirm: async (world, choice) => {
    for (const { siteId, invoices } of world.truth) {
      const intent = invoices[0] && waitingIntent(world.bank, invoices[0].id);
      const site = world.sites.find(({ id }) => id === siteId)!;
      if (!intent) continue;
      // The bank tells the page first, and Stripe at the same time.
      attempt(() => world.bank.confirm(intent, choice.which % 3 !== 0));
      await pay(world, site, "confirm", choice);
    }
  },
  cancel: async (world, choice) => {
    const site = siteOf(world, choice);
    const statuses = await pay(world, site, "cancel", choice);
    if (statuses.length > 0 && statuses.every((status) => status === 200)) site.stoppedSince = world.now;
  },
  resume: async (world, choice) => {
    const site = siteOf(world, choice);
    site.stoppedSince = null;
    await pay(world, site, "resume", choice);
  },
  card: (world, choice) =>
    pay(world, siteOf(world, choice), "card", choice, { payment_method_id: pick(METHODS, choice.which) }),
  address: (world, choice) => changeAddress(world, siteOf(world, choice).owner, choice.which),
  grant: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted) return;
    const until = choice.which % 4 === 0 ? null : world.now + (choice.which % 50) * DAY;
    const body = { granted_until: until === null ? null : new Date(until).toISOString() };
    if ((await world.send(null, "PATCH", `/api/sites/site/${site.id}/`, body)) !== 200) return;
    const before = site.grantedUntil;
    site.grantedUntil = until;
    const isGift = (until ?? 0) > world.now;
    const end = isGift ? until : before;
    if (isGift ? until !== before : (before ?? 0) > world.now)
      world.grants.push([`${end} ${isGift ? "" : "withdrawn"}`, "grant", 0]);
  },
  hide: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted) return;
    if ((await world.send(null, "PATCH", `/api/sites/site/${site.id}/`, { review: "pending" })) !== 200) return;
    site.isHidden = true;
    world.updateFree();
  },
  show: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted) return;
    if ((await world.send(null, "PATCH", `/api/sites/site/${site.id}/`, { review: "active" })) !== 200) return;
    site.isHidden = false;
    world.updateFree();
  },
  suspend: async (world, choice) => setSuspended(world, siteOf(world, choice).owner, choice.which % 2 === 0),
  deleteSite: async (world, choice) => {
    const site = siteOf(world, choice);
    if (site.isDeleted || site.owner.isDeleted || site.owner.isSuspended) return;
    if ((await world.send(site.owner, "DELETE", `/api/sites/${site.id}/`)) === 204) site.isDeleted = true;
    world.updateFree();
  },
  deleteAccount: async (world, choice) => {
    const { owner } = siteOf(world, choice);
    if (owner.isDeleted || owner.isSuspended) return;
    if ((await world.send(owner, "DELETE", "/api/user/", { password: "correct horse 1" })) !== 200) return;
    owner.isDeleted = true;
    for (const site of world.sites) site.isDeleted ||= site.owner === owner;
    world.updateFree();
  },
};

async function setSuspended(world: World, owner: Person, isSuspended: boolean): Promise<void> {
  if (owner.isDeleted) return;
  const status = await world.send(null, "PATCH", `/api/accounts/user/${owner.id}/`, { is_suspended: isSuspended });
  if (status === 200) owner.isSuspended = isSuspended;
  world.updateFree();
}

const attempt = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    // Stripe refuses what is not possible at this moment.
    if (!(error instanceof StripeError)) throw error;
  }
};

/** What happens at Stripe and at banks, without the product. */
const HAPPENINGS: Record<string, (world: World, choice: Choice) => unknown> = {
  payByLink: (world, choice) => {
    const open = subscriptionsOf(world, siteOf(world, choice)).flatMap(({ invoices }) =>
      invoices.filter(({ status }) => status === "open" || status === "uncollectible"),
    );
    const one = pick(open, choice.which);
    if (one) payAnyInvoice(world.bank, one.id);
  },
  refundAll: (world, choice) => {
    const charge = pick(chargesOf(world, choice), choice.which);
    if (charge) world.bank.refund(chargeAt(world.bank, charge.id));
  },
  refundPart: (world, choice) => {
    const charge = pick(chargesOf(world, choice), choice.which);
    if (charge) world.bank.refund(chargeAt(world.bank, charge.id), 100);
  },
  failRefund: (world, choice) => {
    const made = chargesOf(world, choice).flatMap(({ refunds }) =>
      refunds.filter(({ status }) => status === "succeeded"),
    );
    const one = pick(made, choice.which);
    if (one) world.bank.failRefund(refundAt(world.bank, one.id));
  },
  dispute: (world, choice) => {
    const charge = pick(
      chargesOf(world, choice).filter(({ disputes }) => disputes.length === 0),
      choice.which,
    );
    const status = choice.which % 4 === 0 ? "warning_needs_response" : "needs_response";
    if (charge) world.bank.openDispute(chargeAt(world.bank, charge.id), status);
  },
  decide: (world, choice) => {
    const open = chargesOf(world, choice).flatMap(({ disputes }) => disputes.filter(({ isOpen }) => isOpen));
    const one = pick(open, choice.which);
    if (!one) return;
    const dispute = disputeAt(world.bank, one.id);
    if (one.status.startsWith("warning")) return world.bank.closeDispute(dispute, "warning_closed");
    const outcome = pick(["lost", "won", "prevented", "appeal_under_review"] as const, choice.which)!;
    if (outcome === "appeal_under_review") world.bank.moveDispute(dispute, outcome);
    else world.bank.closeDispute(dispute, outcome);
  },
  portalCancel: (world, choice) => changeRunning(world, choice, { cancel_at_period_end: true }),
  portalResume: (world, choice) => {
    changeRunning(world, choice, { cancel_at_period_end: false });
    // The next cron run stops it again if nobody can see the site.
    Object.assign(siteOf(world, choice), { freeSince: null, stoppedSince: null });
  },
  portalBadCard: (world, choice) => setCard(world, choice, saveBadCard),
  portalGoodCard: (world, choice) => setCard(world, choice, saveGoodCard),
  portalConfirmedCard: (world, choice) => setCard(world, choice, saveConfirmedCard),
  portalDebit: (world, choice) => setCard(world, choice, saveDebit),
  portalBadDebit: (world, choice) => setCard(world, choice, saveBadDebit),
  endAtStripe: (world, choice) => {
    const running = runningOf(world, siteOf(world, choice));
    if (running) world.bank.cancel(subscriptionAt(world.bank, running.id));
  },
};

function changeRunning(world: World, choice: Choice, change: Parameters<World["bank"]["change"]>[1]): void {
  const running = runningOf(world, siteOf(world, choice));
  if (running) world.bank.change(subscriptionAt(world.bank, running.id), change);
}

function setCard(world: World, choice: Choice, save: typeof saveGoodCard): void {
  const running = runningOf(world, siteOf(world, choice));
  if (!running) return;
  const { customer } = subscriptionAt(world.bank, running.id);
  changeRunning(world, choice, { default_payment_method: save(world.bank, customer).id });
}

/** How long a step waits after its act. */
const PAUSES = {
  none: 0,
  minutes: 10 * 60_000,
  hours: 7 * HOUR,
  day: DAY,
  days: 4 * DAY,
  half: 15 * DAY,
  month: 31 * DAY,
};

/** By weight. */
const weighted = <T>(weights: [number, T][]) =>
  fc.oneof(...weights.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

const acts = weighted<string>([
  [16, "subscribe"],
  [8, "confirm"],
  [6, "cancel"],
  [4, "resume"],
  [6, "card"],
  [5, "plan"],
  [2, "address"],
  [3, "grant"],
  [3, "hide"],
  [2, "show"],
  [2, "suspend"],
  [2, "deleteSite"],
  [2, "deleteAccount"],
  [6, "payByLink"],
  [6, "refundAll"],
  [4, "refundPart"],
  [4, "failRefund"],
  [5, "dispute"],
  [7, "decide"],
  [3, "portalCancel"],
  [3, "portalResume"],
  [5, "portalBadCard"],
  [3, "portalGoodCard"],
  [2, "portalConfirmedCard"],
  [3, "portalDebit"],
  [2, "portalBadDebit"],
  [3, "endAtStripe"],
  [6, "wait"],
]);

const choiceOf = (which: fc.Arbitrary<number>) =>
  fc.record({
    // Most happens to the first site.
    site: weighted([
      [6, 0],
      [2, 1],
      [2, 2],
      [1, 3],
    ]),
    which,
    tabs: weighted<1 | 2>([
      [5, 1],
      [1, 2],
    ]),
  });

const trouble = fc.option(
  fc.record({
    at: fc.nat(14),
    kind: weighted<Exclude<Trouble["kind"], () => void> | "change" | "slow">([
      [2, "cut before"],
      [3, "cut after"],
      [1, "500"],
      [2, "500 after"],
      [1, "429"],
      [2, "late"],
      [5, "change"],
      [2, "slow"],
    ]),
    // What changes at Stripe while the product reads.
    change: weighted(Object.keys(HAPPENINGS).map((name) => [1, name])),
    choice: choiceOf(fc.nat(50)),
  }),
  { freq: 1, nil: null },
);

const stepOf = (act: fc.Arbitrary<string>, which = fc.nat(50)) =>
  fc.record({
    act,
    choice: choiceOf(which),
    wait: weighted<keyof typeof PAUSES>([
      [6, "none"],
      [2, "minutes"],
      [3, "hours"],
      [2, "day"],
      [2, "days"],
      [2, "half"],
      [6, "month"],
    ]),
    trouble,
    /** Late: what is new at the end of the step arrives in a later one. */
    events: weighted<"in order" | "mixed" | "late" | "lost">([
      [4, "in order"],
      [6, "mixed"],
      [2, "late"],
      [1, "lost"],
    ]),
    hasCron: weighted([
      [4, true],
      [1, false],
    ]),
    seed: fc.nat(),
  });
type Values<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Step = Values<ReturnType<typeof stepOf>>;

/** Sequences begin with a payment: without one, nothing can go wrong. */
export const sequence = fc
  .tuple(
    stepOf(fc.constant("subscribe"), fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(50))),
    fc.array(stepOf(acts), { maxLength: 11, size: "max" }),
  )
  .map(([first, others]) => [first, ...others]);

/** Eight tries in two weeks, or two in four days. */
const retries = fc.record<Retries>({
  waits: fc.constantFrom(
    Array.from({ length: 8 }, () => (14 * DAY) / 8000),
    [DAY / 1000, (3 * DAY) / 1000],
  ),
  outcome: fc.constantFrom("cancel", "unpaid", "past_due"),
});

export const settings = fc.record<Settings>({
  retries,
  firstDebit: fc.constantFrom("incomplete", "active"),
  hasTax: weighted([
    [2, false],
    [1, true],
  ]),
});

/** Stripe takes more than two minutes for a request. So the owner does the same in another tab. */
async function inAnotherTab(world: World, { act, choice }: Step): Promise<void> {
  world.tick(130_000);
  await CALLS[act]?.(world, { ...choice, tabs: 1 });
}

/** Does one step, and lets the world settle unless events are late. Returns whether it has settled. */
export async function take(world: World, one: Step): Promise<boolean> {
  const random = randomOf(one.events === "in order" ? 0 : one.seed);
  const { trouble: planned } = one;
  world.beginStep(
    random,
    planned && {
      at: planned.at,
      kind:
        planned.kind === "change"
          ? () => attempt(() => HAPPENINGS[planned.change]!(world, planned.choice))
          : planned.kind === "slow"
            ? () => inAnotherTab(world, one)
            : planned.kind,
    },
  );
  const happen = HAPPENINGS[one.act];
  if (happen) attempt(() => happen(world, one.choice));
  else await CALLS[one.act]?.(world, one.choice);
  const isOnce = planned?.kind !== "late" && !world.isLate;
  const sites = world.truth.filter(({ runs }) => runs).map(({ siteId }) => siteId);
  if (isOnce && new Set(sites).size < sites.length)
    world.complaints.push("A site was paid for twice at the same time.");
  world.takeEvents(() => (one.events === "lost" && random(2) === 0 ? "lost" : random(4) === 3 ? "twice" : "once"));
  // Stripe repeats an event for three days: https://docs.stripe.com/webhooks#automatic-retries
  const isLate = one.events === "late" && !world.waiting.some(({ created }) => created * 1000 < world.now - 2 * DAY);
  if (!isLate) await world.deliver(world.waiting.splice(0));
  await world.endTrouble();
  await world.pass(isLate ? Math.min(PAUSES[one.wait], DAY) : PAUSES[one.wait], {
    isWatched: !isLate,
    hasCron: one.hasCron,
  });
  if (isLate) return false;
  await world.settle();
  if (one.hasCron) {
    await world.runCron();
    await world.settle();
  }
  return true;
}
