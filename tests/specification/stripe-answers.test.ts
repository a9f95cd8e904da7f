import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { openStripe } from "#worker/adapters/stripe.ts";
import { STRIPE_STAND_IN_KEYS } from "#worker/dev/bindings.ts";
import { ROUTES } from "#worker/dev/stripe/api.ts";
import type { Charge, Invoice, Price, Stored } from "#worker/dev/stripe/objects.ts";
import { createTaxId } from "#worker/dev/stripe/tax-ids.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { type Answer, problemsOf } from "../support/stripe-types.ts";

// The stand-in for Stripe answers fields of the installed SDK's types, and nothing else. It leaves out what nobody reads.
// The compiler holds the product's calls against the same types.

const NOW = Date.UTC(2026, 10, 23, 12);

type Sent = { method: string; path: string; status: number };

/** Records each request with its answer. */
function open() {
  const standIn = new StripeStandIn({ now: () => NOW, origin: "http://localhost:8787" });
  const sent: Sent[] = [];
  const answers: Answer[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { method } = request;
    const { pathname: path } = new URL(request.url);
    const response = await standIn.fetch(request);
    sent.push({ method, path, status: response.status });
    const value = (await response.clone().json()) as object;
    if (response.ok) answers.push({ label: `${method} ${path}`, value });
    return response;
  };
  const sdk = openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch: fetch as typeof globalThis.fetch, retries: 0 });
  return { standIn, bank: standIn.bank, sdk, sent, answers };
}

type World = ReturnType<typeof open>;

const METHODS = { payment_method_types: ["card" as const, "link" as const] };

/** Makes each call, and has each kind of payment, refund, dispute, discount and tax. */
async function useAll({ bank, sdk }: World) {
  const [price] = bank.list<Price>("price");
  const items = [{ price: price!.id }];
  const { id: customer } = await sdk.customers.create({ email: "a@example.com", name: "Anna" });
  await sdk.customers.update(customer, { address: { country: "AT" } });
  await sdk.setupIntents.create({ customer, usage: "off_session", allowed_payment_method_types: ["card", "link"] });
  const attach = async (name: string) => (await sdk.paymentMethods.attach(name, { customer })).id;
  await sdk.paymentMethods.retrieve("pm_link");
  const [good, bad, asking, link] = [
    await attach("pm_card_visa"),
    await attach("pm_card_chargeCustomerFail"),
    await attach("pm_card_authenticationRequired"),
    await attach("pm_link"),
  ];
  const coupon = await sdk.coupons.create({
    percent_off: 50,
    duration: "forever",
    applies_to: { products: [String(price!.product)] },
  });
  const code = await sdk.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "HALF" });
  await sdk.promotionCodes.list({
    code: "half",
    expand: ["data.promotion.coupon", "data.promotion.coupon.applies_to"],
  });
  const priced = { automatic_tax: { enabled: true }, discounts: [{ promotion_code: code.id }] };

  const subscribe = (card: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    sdk.subscriptions.create({
      customer,
      items,
      default_payment_method: card,
      payment_settings: METHODS,
      metadata: { site_id: 1 },
      ...more,
    });
  const { id: first } = await subscribe(good, priced);
  await subscribe(link);
  await subscribe(bad);
  await subscribe(asking);
  const [intent] = bank.list<Extract<Stored, { object: "payment_intent" }>>(
    "payment_intent",
    ({ status }) => status === "requires_action",
  );
  expect(() => bank.confirm(intent!, false)).toThrow();
  await sdk.paymentIntents.retrieve(intent!.id);
  await sdk.invoices.voidInvoice(bank.list<Invoice>("invoice", ({ status }) => status === "open")[0]!.id);
  await sdk.subscriptions.search({ query: 'metadata["site_id"]:"1"' });
  await sdk.subscriptions.list({ status: "all" });
  await sdk.subscriptions.update(first, { cancel_at_period_end: true });
  await sdk.subscriptions.update(first, { cancel_at_period_end: false });

  bank.behaviourOf(good).charge = { code: "card_declined", decline_code: "insufficient_funds", message: "No money." };
  bank.advance(31);
  const { latest_invoice: due } = await sdk.subscriptions.retrieve(first, {
    expand: ["default_payment_method", "discounts.source.coupon", "latest_invoice.payments"],
  });
  await sdk.invoices.pay((due as Stripe.Invoice).id, { payment_method: await attach("pm_card_mastercard") });
  const draft = bank.beginPeriod(bank.find("subscription", first));
  await sdk.invoices.update(draft.id, { auto_advance: false });
  await sdk.invoices.retrieve(draft.id);
  await sdk.invoices.list({ subscription: first, status: "paid", expand: ["data.payments"] });

  const charges = bank.list<Charge>("charge", ({ status }) => status === "succeeded");
  const payment_intent = charges[0]!.payment_intent!;
  await sdk.paymentIntents.retrieve(payment_intent, { expand: ["latest_charge"] });
  await sdk.invoicePayments.list({ payment: { type: "payment_intent", payment_intent }, expand: ["data.invoice"] });
  const refund = await sdk.refunds.create({ charge: charges[0]!.id, amount: 100 });
  bank.endRefund(bank.find("refund", refund.id), "failed");
  await sdk.refunds.retrieve(refund.id);
  await sdk.refunds.list({ payment_intent });
  bank.warnOfFraud(charges[0]!);
  const dispute = bank.openDispute(charges[0]!, "warning_needs_response");
  bank.moveDispute(dispute, "needs_response");
  bank.closeDispute(dispute, "won");
  await sdk.disputes.retrieve(dispute.id);
  await sdk.disputes.list({ payment_intent });

  const made = await sdk.prices.create({
    product_data: { name: "Other" },
    currency: "eur",
    unit_amount: 500,
    recurring: { interval: "day", interval_count: 7 },
    lookup_key: "other",
  });
  await sdk.prices.list({ lookup_keys: ["other"], active: true });
  await sdk.prices.update(made.id, { tax_behavior: "inclusive" });
  const features = { invoice_history: { enabled: true }, subscription_cancel: { enabled: false } };
  const { id: configuration } = await sdk.billingPortal.configurations.create({ features });
  await sdk.billingPortal.configurations.update(configuration, { metadata: { product: "listings" } });
  await sdk.billingPortal.configurations.list({ active: true, limit: 100 });
  const portal = { customer, return_url: "http://localhost:8787/dashboard" };
  await sdk.billingPortal.sessions.create({ ...portal, configuration });
  const taxId = createTaxId(bank, customer, "ATU12345678").id;
  await sdk.customers.retrieveTaxId(customer, taxId);
  await sdk.customers.deleteTaxId(customer, taxId);
  await sdk.events.list({ types: ["invoice.paid"], created: { gte: 0 } });
  await sdk.subscriptions.cancel(first);
  await sdk.customers.retrieve(customer);
  await sdk.customers.del(customer);
}

const run = async () => {
  const world = open();
  await useAll(world);
  const events = await Promise.all(
    world.bank.state.events.map(async (event) => (await world.standIn.sign(event)).json()),
  );
  return { ...world, events: events as { type: string }[] };
};
const ran = run();

test("each answer and each event of the stand-in has only fields of the SDK's types", async () => {
  const { answers, events, bank } = await ran;
  const stored = Object.values(bank.state.objects).map((value) => ({ label: `stored ${value.object}`, value }));
  const sent = events.map((value) => ({ label: `event ${value.type}`, value }));
  expect(problemsOf([...answers, ...stored, ...sent])).toEqual([]);
});

test("the check finds extra and wrong fields, and nulls", async () => {
  const { bank, events } = await ran;
  const broken = <T extends Stored>(
    label: string,
    object: T | undefined,
    spoil: (copy: Record<string, unknown>) => unknown,
  ) => {
    const value = structuredClone(object) as unknown as Record<string, unknown>;
    spoil(value);
    return { label, value };
  };
  const [invoice] = bank.list<Invoice>("invoice");
  const [charge] = bank.list<Charge>("charge");
  const faults = [
    broken("extra", invoice, (copy) => (copy["payment_intent"] = "pi_1")),
    broken("wrong type", charge, (copy) => (copy["created"] = "now")),
    broken("null", charge, (copy) => (copy["amount"] = null)),
    broken("an id's object", charge, (copy) => (copy["payment_intent"] = { code: "pi_1" })),
    broken("nested extra", invoice, (copy) => (copy["automatic_tax"] = { enabled: true, name: "x" })),
    broken("in a list", invoice, (copy) => (copy["total_taxes"] = [{ cents: 1 }])),
    { label: "event", value: { ...events[0]!, type: "invoice.payed" } },
  ];
  const found = problemsOf(faults);
  expect(
    faults.map(({ label }) => label).filter((label) => !found.some((line) => line.startsWith(`${label}:`))),
  ).toEqual([]);
});

const pathOf = ({ source }: RegExp) =>
  source.replaceAll("\\/", "/").slice("^/v1/".length, -1).replaceAll("([^/]+)", ":id");

test("each route of the stand-in is used, and none refuses a request", async () => {
  const { sent } = await ran;
  const isUsed = ({ method, path }: (typeof ROUTES)[number]) =>
    sent.some((one) => one.method === method && path.test(one.path) && one.status === 200);
  expect(ROUTES.filter((route) => !isUsed(route)).map(({ method, path }) => `${method} ${pathOf(path)}`)).toEqual([]);
  expect(sent.filter(({ status }) => status >= 400)).toEqual([]);
});
