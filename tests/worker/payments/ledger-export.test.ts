import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { DAY_MS } from "#schema/dates.ts";
import { balanceMoves, payments } from "#schema/tables/payments.ts";
import type { Payout } from "#worker/dev/stripe/objects.ts";
import { taxOf } from "#worker/features/payments/ledger-export.ts";
import { NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { serverError } from "../support/stripe.ts";

const payer = usePayer();
const { stripe } = payer;
const db = drizzle(env.DB);
let root: Browser;
beforeEach(async () => {
  await insertUser({ email: BERT, isStaff: true });
});

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);

async function exportMonth(month: string) {
  root = await logIn(BERT);
  const response = await root.get(`/api/admin/ledger/?month=${month}`, stripe.overrides());
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const text = await response.text();
  const [names = [], ...rows] = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const lines = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
  return { response, lines };
}

type Lines = Awaited<ReturnType<typeof exportMonth>>["lines"];
const sum = (lines: Lines, name: string) =>
  lines.reduce((total, line) => total + Math.round(Number(line[name]) * 100), 0);
/** What Stripe's balance report says about a month. */
const reportOf = (month: string) => {
  const [from, to] = [0, 1].map((more) => {
    const date = new Date(`${month}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + more);
    return date.getTime() / 1000;
  });
  return payer.bank.balanceReport({ from: from!, to: to! }).total;
};

test("the sums of each month equal Stripe's balance report", async () => {
  await payer.pay();
  await stripe.deliverEvents();
  const [charge] = stripe.charges;
  payer.bank.refund(charge!, 300);
  payer.bank.failRefund(payer.bank.refund(charge!, 200));
  await stripe.deliverEvents();
  const { bank } = payer;
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  const won = bank.openDispute(stripe.charges[0]!);
  await stripe.deliverEvents();
  bank.closeDispute(won, "won");
  await stripe.deliverEvents();
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  bank.closeDispute(bank.openDispute(stripe.charges[0]!), "lost");
  await stripe.deliverEvents();
  const months = [...new Set([0, 30, 60].map((days) => monthOf(NOW + days * DAY_MS)))];
  expect(months.length).toBeGreaterThan(1);
  for (const month of months) {
    const { lines } = await exportMonth(month);
    const { count, amount, fee, net } = reportOf(month);
    expect([lines.length, sum(lines, "gross"), sum(lines, "fee"), sum(lines, "net_to_balance")]).toEqual([
      count,
      amount,
      fee,
      net,
    ]);
  }
});

test("a line says what was paid, for which site, and in which payout it came", async () => {
  await payer.pay();
  await stripe.deliverEvents();
  stripe.advanceDays(10);
  const { lines, response } = await exportMonth(monthOf(NOW));
  expect(response.headers.get("Content-Disposition")).toBe(`attachment; filename="ledger-${monthOf(NOW)}.csv"`);
  const [move] = await db.select().from(balanceMoves);
  const [paid] = await db.select().from(payments);
  expect(lines).toEqual([
    {
      date: new Date(move!.happenedAt).toISOString(),
      kind: "payment",
      site: paid!.siteName,
      site_id: String(payer.siteId),
      invoice_number: paid!.invoiceNumber,
      country: paid!.country,
      currency: "EUR",
      gross: "10",
      net_of_tax: "10",
      tax: "0",
      fee: String(move!.feeCents / 100),
      net_to_balance: String(move!.netCents / 100),
      balance_transaction: move!.id,
      payout_id: expect.stringMatching(/^po_/),
      stripe_id: paid!.stripeId,
    },
  ]);
});

test("a payout that failed is not named", async () => {
  await payer.pay();
  await stripe.deliverEvents();
  stripe.advanceDays(2);
  payer.bank.failPayout(payer.bank.list<Payout>("payout")[0]!);
  stripe.advanceDays(8);
  const { lines } = await exportMonth(monthOf(NOW));
  expect(lines).toMatchObject([{ kind: "payment", payout_id: "" }]);
});

test("a payment whose balance transaction comes late is in the books when Stripe tells of it", async () => {
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (!sent.url.includes("/v1/charges?")) return answered;
    const { data, ...list } = await answered.json<{ data: object[] }>();
    return Response.json({ ...list, data: data.map((charge) => ({ ...charge, balance_transaction: null })) });
  };
  await payer.pay();
  await stripe.deliverEvents();
  stripe.intercept = (_, forward) => forward();
  expect((await exportMonth(monthOf(NOW))).lines).toEqual([]);
  payer.bank.emit("charge.updated", stripe.charges[0]!);
  await stripe.deliverEvents();
  expect((await exportMonth(monthOf(NOW))).lines).toMatchObject([{ kind: "payment", gross: "10" }]);
});

test("a gift is a line of zeros", async () => {
  const { id } = await insertSite({ name: "Gift", featuredUntil: NOW + DAY_MS });
  const { lines } = await exportMonth(monthOf(NOW));
  expect(lines).toMatchObject([
    { kind: "grant", site: "Gift", site_id: String(id), gross: "0", tax: "0", fee: "0", net_to_balance: "0" },
  ]);
  expect(lines[0]).toMatchObject({ balance_transaction: "", payout_id: "" });
});

test.each([
  ...["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1+1"].map((name) => [name, `'${name}`]),
  ["a;=1+1;b", "a;'=1+1;b"],
  ["a; =1+1;-2", "a;' =1+1;'-2"],
  ["a-b; c=d", "a-b; c=d"],
])("a name with the formula %j is not run", async (name, shown) => {
  await payer.pay();
  await db.update(payments).set({ siteName: name! });
  const { lines } = await exportMonth(monthOf(NOW));
  expect(lines[0]!["site"]).toBe(shown);
});

test("amounts below zero stay numbers, and a name with a comma and quotes stays one value", async () => {
  await payer.pay();
  payer.bank.refund(stripe.charges[0]!, 400);
  await stripe.deliverEvents();
  await db.update(payments).set({ siteName: 'A "good", site' });
  root = await logIn(BERT);
  const text = await (await root.get(`/api/admin/ledger/?month=${monthOf(NOW)}`, stripe.overrides())).text();
  expect(text).toContain(',refund,"A ""good"", site",');
  expect(text).toContain(",EUR,-4,-4,0,");
});

test.each(["", "2026-13", "2026-1", "1999-01", "2026-11-01"])("the month %j is refused", async (month) => {
  root = await logIn(BERT);
  const response = await root.get(`/api/admin/ledger/?month=${month}`, stripe.overrides());
  expect([response.status, await response.json()]).toMatchObject([400, { fields: { month: ADMIN_MESSAGES.month } }]);
});

test("without an answer of Stripe there is no file, because it would lack the payouts", async () => {
  stripe.intercept = serverError;
  root = await logIn(BERT);
  expect((await root.get(`/api/admin/ledger/?month=${monthOf(NOW)}`, stripe.overrides())).status).toBe(502);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test("a month of 5,000 rows is read in pages, each row once", { tags: "long" }, async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({
    id: `txn_${String(index).padStart(5, "0")}`,
    ledgerId: "in_1",
    invoiceId: "in_1",
    kind: "payment" as const,
    amountCents: 1,
    feeCents: 0,
    netCents: 1,
    currency: "eur",
    // Many at the same time.
    happenedAt: NOW + Math.floor(index / 1500),
  }));
  await env.DB.prepare(
    `INSERT INTO balance_moves (id, ledger_id, invoice_id, kind, amount_cents, fee_cents, net_cents, currency, happened_at)
    SELECT value ->> 'id', 'in_1', 'in_1', 'payment', 1, 0, 1, 'eur', value ->> 'happenedAt' FROM json_each(?)`,
  )
    .bind(JSON.stringify(rows))
    .run();
  const { lines } = await exportMonth(monthOf(NOW));
  expect(lines.map((line) => line["balance_transaction"])).toEqual(rows.map(({ id }) => id));
});

/** A payment of 10 EUR with 1.67 EUR of tax, and what was given back, in this order. */
const taxes = (...moves: number[]) => {
  let returned = 0;
  return moves.map((amountCents) => {
    const kind = amountCents === 1000 ? "payment" : "refund";
    const tax = taxOf({ kind, amountCents, returnedBefore: returned, paidCents: 1000, taxCents: 167 });
    if (kind === "refund") returned -= amountCents;
    return tax;
  });
};

test("refunds in parts give back exactly the tax of the payment", () => {
  expect(taxes(1000, -1000)).toEqual([167, -167]);
  expect(taxes(1000, -333, -333, -334)).toEqual([167, -56, -55, -56]);
});

test("a refund that fails gives its tax back", () => {
  expect(taxes(1000, -333, 333)).toEqual([167, -56, 56]);
});
