import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { LEDGER_PER_PAGE, type LedgerEntry, type SiteSubscription } from "#schema/payments.ts";
import type { Page } from "#schema/sites.ts";
import { payments } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Refund } from "#worker/dev/stripe/objects.ts";
import { NOW } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";
import { payCall } from "../support/stripe.ts";

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay } = payer;
const ledger = async (query = "") => (await payer.anna.get(`/api/payments/ledger/${query}`)).json<Page<LedgerEntry>>();

test("the overview lists only the user's own subscriptions", async () => {
  const { id: ownerId } = await insertUser({ email: BERT });
  const bert = await logIn(BERT);
  const { id: siteId } = await insertSite({ ownerId });
  await pay();
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: siteId });
  const { results, count } = await (await bert.get("/api/payments/")).json<Page<SiteSubscription>>();
  expect([count, results.map(({ site_id }) => site_id)]).toEqual([1, [siteId]]);
  expect(await payer.overview()).toMatchObject({ site_id: payer.siteId });
});

test("the overview shows a later end that staff have granted", async () => {
  await pay();
  await payer.call("cancel");
  const grantedUntil = NOW + 50 * DAY_MS;
  await db.update(sites).set({ grantedUntil });
  expect(await payer.overview()).toMatchObject({
    paid_until: new Date(NOW + 30 * DAY_MS).toISOString(),
    featured_until: new Date(grantedUntil).toISOString(),
  });
});

test("the ledger is sorted newest first and paginated", async () => {
  const rows = Array.from({ length: LEDGER_PER_PAGE + 2 }, (_, index) => ({
    stripeId: `in_${index}`,
    subscriptionId: "sub_1",
    userId: 1,
    siteId: payer.siteId,
    siteName: "Penpot",
    kind: "payment" as const,
    amountCents: index,
    currency: "eur",
    happenedAt: NOW + index,
  }));
  for (const row of rows) await db.insert(payments).values(row);
  const amounts = ({ results }: Page<LedgerEntry>) => results.map(({ amount_cents }) => amount_cents);
  const [first, second] = [await ledger(), await ledger("?page=2")];
  expect([first.count, first.pages, first.results.length]).toEqual([LEDGER_PER_PAGE + 2, 2, LEDGER_PER_PAGE]);
  expect(amounts(first).slice(0, 2)).toEqual([LEDGER_PER_PAGE + 1, LEDGER_PER_PAGE]);
  expect(amounts(second)).toEqual([1, 0]);
});

test.each(["pending", "failed", "canceled"] as const)(
  "a refund that is %s has this status in the ledger",
  async (status) => {
    await pay();
    Object.assign(payer.bank.refund(stripe.charges[0]!, 400), { status } satisfies Partial<Refund>);
    await stripe.deliverEvents();
    expect((await ledger()).results).toContainEqual(
      expect.objectContaining({ kind: "refund", amount_cents: 400, detail: status }),
    );
  },
);

test("a full refund that is canceled keeps the listing featured", async () => {
  await pay();
  const [charge] = stripe.charges;
  Object.assign(payer.bank.refund(charge!), { status: "canceled" } satisfies Partial<Refund>);
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.status).toBe("active");
  expect(await payer.featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("an invoice of zero is no payment in the ledger", async () => {
  await pay();
  const free = { id: "in_free", amount_due: 0, amount_paid: 0 };
  payer.bank.save({ ...stripe.invoices[0]!, ...free });
  payer.bank.change(stripe.subscriptions[0]!, {});
  await stripe.deliverEvents();
  expect((await ledger()).results.map(({ amount_cents }) => amount_cents)).toEqual([1000]);
});

test("an invoice with several periods pays for the latest one", async () => {
  await pay();
  const [invoice] = stripe.invoices;
  const [line] = invoice!.lines.data;
  const { end } = line!.period;
  invoice!.lines.data.unshift({
    ...line!,
    id: "il_before",
    period: { start: end - 60 * 86_400, end: end - 30 * 86_400 },
  });
  payer.bank.change(stripe.subscriptions[0]!, {});
  await stripe.deliverEvents();
  expect(await payer.featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("a slow read from Stripe does not overwrite newer data", async () => {
  await pay();
  const refund = payer.bank.refund(stripe.charges[0]!, 400);
  const event = await stripe.takeEvent("refund.created");
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (!sent.url.includes("/v1/charges?")) return answered;
    stripe.intercept = (_, go) => go();
    payer.bank.failRefund(refund);
    await stripe.deliverEvents();
    return answered;
  };
  await stripe.deliverEvents([event]);
  const found = (await ledger()).results.filter(({ kind }) => kind === "refund");
  expect(found.map(({ detail }) => detail)).toEqual(["failed"]);
});
