import * as fc from "fast-check";
import { CALLS } from "./calls.ts";
import { attempt } from "./choice.ts";
import { HAPPENINGS } from "./happenings.ts";
import { type Retries, randomOf, type Settings, type Trouble, type World, DAY, HOUR } from "./world.ts";

// What can happen, in which order, and what goes wrong with it.

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
  [6, "decide"],
  [2, "warnOfFraud"],
  [3, "portalCancel"],
  [3, "portalResume"],
  [5, "portalBadCard"],
  [3, "portalGoodCard"],
  [2, "portalConfirmedCard"],
  [3, "endAtStripe"],
  [1, "pauseAtStripe"],
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
    kind: weighted<Exclude<Trouble["kind"], object> | "change" | "overtaken" | "slow">([
      [2, "cut before"],
      [3, "cut after"],
      [1, "500"],
      [2, "500 after"],
      [1, "429"],
      [2, "late"],
      [5, "change"],
      [4, "overtaken"],
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

/** Before the answer of a request arrives, Stripe changes, and the product applies the events about it. */
async function overtake(world: World, { change, choice }: NonNullable<Step["trouble"]>): Promise<void> {
  attempt(() => HAPPENINGS[change]!(world, choice));
  world.takeEvents();
  await world.deliver(world.waiting.splice(0));
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
          ? { before: () => attempt(() => HAPPENINGS[planned.change]!(world, planned.choice)) }
          : planned.kind === "overtaken"
            ? { after: () => overtake(world, planned) }
            : planned.kind === "slow"
              ? { before: () => inAnotherTab(world, one) }
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
  // Cron may fail for some days.
  const longest = isLate ? DAY : one.hasCron ? Infinity : PAUSES.days;
  await world.pass(Math.min(PAUSES[one.wait], longest), {
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
