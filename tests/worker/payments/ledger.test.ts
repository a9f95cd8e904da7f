import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { type LedgerEntry, PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import type { Page } from "#schema/sites/sites.ts";
import { ORIGIN } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { usePayer } from "../support/payer.ts";
import { BERT, errorResponse, insertUser, logIn, readResponse } from "../support/people.ts";

const payer = usePayer();
const { stripe, pay } = payer;

const ledgerOf = async (browser: Browser) =>
  (await (await browser.get("/api/payments/ledger/")).json<Page<LedgerEntry>>()).results;

test("owners see their payments and refunds with their periods, newest first", async () => {
  await pay();
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.bank.refund(stripe.charges[0]!, 300);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  const rows = await ledgerOf(payer.anna);
  expect(rows.map(({ kind, amount_cents: cents, detail }) => [kind, cents, detail])).toEqual([
    ["refund", 300, ""],
    ["payment", 1000, ""],
    ["payment", 1000, ""],
  ]);
  const [, second, first] = rows.map(({ period_start: start, period_end: end }) => [
    Date.parse(start!),
    Date.parse(end!),
  ]);
  expect(first![1]! - first![0]!).toBe(30 * DAY_MS);
  expect(second![0]).toBe(first![1]);
});

test("the link of a payment leads to Stripe's page for its invoice, for its owner and for staff alone", async () => {
  await pay();
  const [{ invoice_url: url } = { invoice_url: "" }] = await ledgerOf(payer.anna);
  const path = url.slice(ORIGIN.length);
  await insertUser({ email: BERT });
  await insertUser({ email: "staff@example.com", isStaff: true });
  const open = async (browser: Browser) => browser.get(path, stripe.overrides());
  const page = stripe.invoices[0]!.hosted_invoice_url;
  for (const browser of [payer.anna, await logIn("staff@example.com")]) {
    const answer = await open(browser);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, page]);
  }
  expect(await readResponse(await open(await logIn(BERT)))).toEqual(errorResponse(404, PAYMENT_MESSAGES.noInvoice));
});

test("a failed refund says so, and events about one refund in any order leave its last state", async () => {
  await pay();
  await stripe.deliverEvents();
  const refund = payer.bank.refund(stripe.charges[0]!, 200, "pending");
  payer.bank.endRefund(refund, "succeeded");
  payer.bank.endRefund(refund, "failed");
  const events = await stripe.standIn.takeEvents();
  await stripe.deliverEvents(events.toReversed());
  expect((await ledgerOf(payer.anna)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ["refund", "failed"],
    ["payment", ""],
  ]);
});
