import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, startOfDay } from "#schema/values/dates.ts";
import { addUpDay } from "#worker/features/figures/add-up.ts";
import type { Bindings } from "#worker/env.ts";
import { consume } from "#worker/jobs/queues.ts";
import { broken, fakePorts, fakes, NOW, runCron } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { addUp, cardsAt, db, deliverBeacons, figuresOf, see, send } from "../support/figures.ts";
import { logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { Fault, withFault } from "../faults/failing-services.ts";

const [ANNA, BERT] = [{ address: "192.0.2.1" }, { address: "198.51.100.1" }];

let page: string;
beforeEach(async () => {
  await insertSite({ id: 7, name: "Zulip", slug: "zulip", featuredUntil: NOW + 9 * DAY_MS });
  page = await cardsAt("/zulip");
});

/** How many people opened it on each day. */
async function openedOn(...days: string[]): Promise<number[]> {
  const staff = await logInNew({ email: `staff-${crypto.randomUUID()}@example.com`, isStaff: true });
  const opened = days.map(async (day) => (await figuresOf(staff, 7, `?from=${day}&to=${day}`)).totals.views);
  return Promise.all(opened);
}

const stored = async () =>
  (await db.$client.prepare("SELECT count(*) AS rows FROM beacons").first<{ rows: number }>())!.rows;

/** As the queue delivers a batch. */
const deliver = (messages: typeof fakes.beacons, changed: Partial<Bindings> = {}) =>
  consume(
    { queue: "directory-beacons", messages: messages.map((body) => ({ body })) } as unknown as MessageBatch,
    { ...env, ...changed } as Bindings,
    fakePorts,
  );

test("while D1 is down, the queue repeats a batch, which then counts once", async () => {
  await see(ANNA, page, "opened 7");
  fakes.now += DAY_MS / 2;
  await see(BERT, page, "opened 7");
  const batch = fakes.beacons.splice(0);
  await expect(deliver(batch, { DB: broken() })).rejects.toThrow();
  // The first of two days is stored, and the second one not.
  await expect(deliver(batch, { DB: withFault(env.DB, new Fault(2)) })).rejects.toThrow();
  expect(await stored()).toBe(1);
  await deliver(batch);
  expect(await stored()).toBe(3);
  expect(await openedOn("2026-11-20", "2026-11-21")).toEqual([1, 1]);
});

test.each([
  ["D1", { DB: broken<D1Database>() }],
  ["the queue", { BEACONS: broken<Queue>() }],
])("while %s is down, a visitor notices nothing, and only this beacon is lost", async (_, changed) => {
  await see(ANNA, page, "opened 7");
  const body = { pages: [{ cards: page, marks: ["opened 7"] }] };
  expect((await send(BERT, body, { env: changed })).status).toBe(204);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  await see({ address: "203.0.113.1" }, page, "opened 7");
  await deliverBeacons();
  expect(await openedOn("2026-11-20")).toEqual([2]);
});

test("a day is added up once, also by two runs at once, and by the next run if D1 fails", async () => {
  await see(ANNA, page, "opened 7");
  await deliverBeacons();
  fakes.now = startOfDay(NOW) + DAY_MS + 4 * HOUR_MS;
  await expect(
    addUpDay({ db: { ...db, batch: () => Promise.reject(new Error("down")) } as never, env, ports: fakePorts }),
  ).rejects.toThrow();
  expect(await stored()).toBe(1);
  expect(await openedOn("2026-11-20")).toEqual([1]);
  await Promise.all([runCron(), runCron()]);
  expect(await openedOn("2026-11-20")).toEqual([1]);
  expect(await stored()).toBe(0);
});

test("midnight in UTC parts two days, whenever their beacons arrive", async () => {
  const midnight = startOfDay(NOW) + DAY_MS;
  fakes.now = midnight - 1;
  await see(ANNA, page, "opened 7");
  fakes.now = midnight;
  await see(ANNA, page, "opened 7");
  await see(BERT, page, "opened 7");
  const [names, ...others] = fakes.beacons.map(({ who }) => who);
  expect(others).not.toContain(names);
  fakes.now = midnight + 2 * HOUR_MS;
  await deliverBeacons();
  await addUp();
  expect(await stored()).toBe(2);
  expect(await openedOn("2026-11-20", "2026-11-21")).toEqual([1, 2]);
  fakes.now = midnight + 3 * HOUR_MS;
  await addUp();
  expect(await stored()).toBe(1);
  fakes.now = midnight + DAY_MS + 3 * HOUR_MS;
  await addUp();
  expect(await stored()).toBe(0);
  expect(await openedOn("2026-11-20", "2026-11-21")).toEqual([1, 2]);
});
