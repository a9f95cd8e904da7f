import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { insertFigures } from "../support/added-up.ts";
import { fakes, NOW, ORIGIN, runCron } from "../support/app.ts";
import { day, usePayer } from "../support/payer.ts";

const payer = usePayer();
const { stripe, call } = payer;

const pay = (plan = "month") => call("subscribe", { payment_method_id: "pm_card_visa", plan });
const mailsBrought = () =>
  fakes.mails.filter(({ subject }) => subject.startsWith("What your featured listing brought"));

/** 40 days before the payment and 70 days after it, with so many visits a day. */
const count = (before: number, featured: number) =>
  insertFigures(payer.siteId, [-40, 70], (at) =>
    at < 0
      ? { featured: 0, places: { list: [9, 3, before] } }
      : { featured: 1, places: { list: [20, 2, 0], featured: [10, 2, featured], article: [5, 1, 0] } },
  );

beforeEach(() => count(2, 1));

test.each([
  ["month", 3, "30 visits in 30 days for €10.00: 3 for each €1.00"],
  ["year", 1, "30 visits in 30 days for €8.22: 3.6 for each €1.00. You paid €100.00 for 365 days"],
])("who pays for a %s is told once every 30 days, whatever the number of runs", async (plan, charges, price) => {
  await pay(plan);
  const days: number[] = [];
  while (fakes.now < day(62)) {
    stripe.advanceHours(48);
    await stripe.runCron();
    await stripe.runCron();
    if (mailsBrought().length > days.length) days.push((fakes.now - NOW) / DAY_MS);
  }
  expect(days).toEqual([28, 58]);
  expect(mailsBrought()).toHaveLength(2);
  expect(stripe.charges).toHaveLength(charges);
  expect(mailsBrought()[1]!.text).toContain(price);
});

test("runs that were missed are not made up for", async () => {
  await pay("year");
  fakes.now = day(57);
  await stripe.runCron();
  expect(mailsBrought()).toEqual([]);
});

/** What the rows say of the featured days: shown, opened and visited. */
const sumsOf = async (places: string): Promise<number[]> => {
  const [sums] = await env.DB.prepare(
    `SELECT sum(value ->> 0), sum(value ->> 1), sum(value ->> 2) FROM figures, json_each(sites -> '$."${payer.siteId}".places')
      WHERE day BETWEEN '${isoDay(NOW)}' AND '${isoDay(day(27))}' AND ${places}`,
  ).raw<number[]>();
  return sums!;
};

test("each number of the mail is that of the rows, and fewer visits than before offer to end it in one press", async () => {
  await pay();
  fakes.now = day(28);
  await runCron(stripe.ports());
  const { text } = mailsBrought()[0]!;
  const [[shown, opened, visited], row] = [await sumsOf("true"), await sumsOf("key IN ('featured', 'article')")];
  expect([shown, visited]).toEqual([980, 28]);
  for (const part of [
    "fewer visits a day than before",
    `In 28 days: Shown ${shown}, opened ${opened}, visited ${visited}`,
    `In featured places: Shown ${row[0]}, opened ${row[1]}, visited ${row[2]}`,
    `${visited} visits in 28 days for €9.33: 3 for each €1.00. You paid €10.00 for 30 days`,
    "Before: 60 visits in 30 days",
    `Cancel subscription\n${ORIGIN}/dashboard?tab=payments&cancel=${payer.siteId}\n`,
  ])
    expect(text).toContain(part);
});

const LINKS = [`See all figures\n${ORIGIN}/site/figures/`, `${ORIGIN}/dashboard?tab=payments\n`];
const fewFreeVisits = () =>
  insertFigures(payer.siteId, [-40, 70], (at) => ({
    featured: at < 0 ? 0 : 1,
    places: { list: [9, 3, at % 10 === -5 ? 1 : 0] },
  }));

test.each([
  ["more", () => count(1, 3), ["got more visits a day than before", ...LINKS]],
  ["too few", () => count(0, 0), ["too few to tell", ...LINKS]],
  ["none after few", fewFreeVisits, ["fewer visits a day than before", "too few to tell", "payments&cancel="]],
])("%s visits are told with a link to what follows", async (_, insert, told) => {
  await env.DB.exec("DELETE FROM figures");
  await insert();
  await pay();
  fakes.now = day(28);
  await stripe.runCron();
  const { text } = mailsBrought()[0]!;
  for (const part of told) expect(text).toContain(part);
});

test("who was paid back a part reads the price of the rest", async () => {
  await pay();
  await env.DB.exec(
    "INSERT INTO payments (stripe_id, kind, invoice_id, user_id, site_id, site_name, amount_cents, currency, period_start, period_end, detail, reading, happened_at) SELECT 're_1', 'refund', invoice_id, user_id, site_id, site_name, 400, currency, period_start, period_end, '', 0, happened_at FROM payments",
  );
  fakes.now = day(28);
  await stripe.runCron();
  expect(mailsBrought()[0]!.text).toContain("for €5.60: 5 for each €1.00. You paid €6.00 for 30 days");
});

test("nobody is told of a month of which most was not counted", async () => {
  await env.DB.exec("DELETE FROM figures");
  await insertFigures(payer.siteId, [24, 70], () => ({ featured: 1, places: { list: [9, 3, 1] } }));
  await pay();
  fakes.now = day(28);
  await stripe.runCron();
  expect(mailsBrought()).toEqual([]);
});

test("a gift gets no mail", async () => {
  await env.DB.exec(`UPDATE sites SET granted_until = ${day(40)}`);
  fakes.now = day(28);
  await stripe.runCron();
  expect(mailsBrought()).toEqual([]);
});

test.each([
  ["a cancelled subscription", () => call("cancel")],
  ["a deleted listing", () => payer.deleteSite()],
  ["a suspended owner", () => env.DB.exec("UPDATE users SET suspended_at = 1")],
  ["a listing in review", () => env.DB.exec("UPDATE sites SET review = 'pending'")],
  ["a listing of another owner", () => env.DB.exec("UPDATE sites SET owner_id = NULL")],
])("%s gets no mail", async (_, change) => {
  await pay();
  await change();
  fakes.now = day(28);
  await stripe.runCron();
  expect(mailsBrought()).toEqual([]);
});
