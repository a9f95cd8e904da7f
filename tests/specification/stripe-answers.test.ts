import { expect, test } from "vitest";
import { openStripe } from "#worker/adapters/stripe.ts";
import { STRIPE_STAND_IN_KEYS } from "#worker/dev/bindings.ts";
import { ROUTES } from "#worker/dev/stripe/api.ts";
import { parseForm } from "#worker/dev/stripe/form.ts";
import type { Charge, Dispute, EventType, Invoice, Payout, Price, Stored } from "#worker/dev/stripe/objects.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { type Answer, problemsOf } from "../support/stripe-types.ts";

// The stand-in for Stripe answers what the installed SDK's types say: nothing is missing, nothing more, nothing else.

const NOW = Date.UTC(2026, 10, 23, 12);
const DAY_S = 86_400;

type Sent = { method: string; path: string; names: string[]; status: number };

/** Records each request with its answer. */
function open() {
  const standIn = new StripeStandIn({ now: () => NOW, origin: "http://localhost:8787" });
  const sent: Sent[] = [];
  const answers: Answer[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = request.method === "POST" ? await request.clone().text() : search.slice(1);
    const response = await standIn.fetch(request);
    const { method } = request;
    sent.push({ method, path: pathname, names: parseForm(body).names, status: response.status });
    const value = (await response.clone().json()) as object;
    if (response.ok) answers.push({ label: `${method} ${pathname}`, value });
    return response;
  };
  const sdk = openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch: fetch as typeof globalThis.fetch, retries: 0 });
  const payments = standIn.payments({ fetch: fetch as typeof globalThis.fetch });
  return { standIn, bank: standIn.bank, sdk, payments, sent, answers };
}

type World = ReturnType<typeof open>;

/** Makes each call of the product's adapter, and has each kind of payment, refund and dispute. */
async function useAdapter({ bank, payments }: World) {
  const person = { directory: "d", userId: 1, email: "a@example.com", name: "Anna", replaces: null };
  const customer = await payments.createCustomer(person);
  await payments.createCardSetup(customer);
  const good = (await payments.attachCard(customer, "pm_card_visa"))!;
  const bad = (await payments.attachCard(customer, "pm_card_chargeCustomerFail"))!;
  const asking = (await payments.attachCard(customer, "pm_card_authenticationRequired"))!;
  const order = {
    directory: "d",
    description: "Penpot",
    customerId: customer,
    siteId: 1,
    userId: 1,
    plan: "month",
  } as const;
  const subscribe = (cardId: string, key: string, more = {}) => payments.subscribe({ ...order, cardId, key, ...more });

  const first = await subscribe(good, "first");
  await payments.readPaymentState(first);
  await payments.listSubscriptions();
  await payments.setRenewal(first, false);
  await payments.setRenewal(first, true);
  await payments.markDuplicate(first, NOW);
  await payments.setDescription(first, "Penpot 2");
  await payments.moveNextCharge(first, NOW + 40 * DAY_S * 1000);
  bank.changeTerms(bank.find("subscription", first), { trialEnd: bank.nowSeconds + 2 * DAY_S, prorates: false });
  await payments.changePlan(first, { plan: "year", at: NOW + 40 * DAY_S * 1000 });
  await payments.openPortal(customer, "http://localhost:8787/dashboard");
  const address = { line1: "Street 1", line2: "", city: "Berlin", postal_code: "10115", state: "", country: "DE" };
  await payments.writeBilling(customer, { name: "Anna", ...address, tax_id: { type: "eu_vat", value: "DE123456789" } });
  await payments.writeBilling(customer, { name: "Anna", ...address, tax_id: null });
  await payments.readBilling(customer);

  const shorter = await subscribe(good, "shorter", { anchor: NOW + 20 * DAY_S * 1000 });
  const declined = await subscribe(bad, "declined");
  const unconfirmed = await subscribe(asking, "unconfirmed");
  const [intent] = bank.list<Extract<Stored, { object: "payment_intent" }>>("payment_intent");
  await payments.readPaymentState(unconfirmed);
  expect(() => bank.confirm(intent!, false)).toThrow();
  await payments.readPaymentState(declined);
  const [open_] = bank.list<Invoice>("invoice", ({ status }) => status === "open");
  await payments.closeInvoice({ id: open_!.id, isDraft: false });

  bank.advanceBy(2 * 3_600_000);
  bank.behaviourOf(good).charge = { code: "card_declined", decline_code: "insufficient_funds", message: "No money." };
  bank.advance(21);
  await payments.changeCard(shorter, (await payments.attachCard(customer, "pm_card_mastercard"))!);
  const [draft] = [bank.beginPeriod(bank.find("subscription", shorter))];
  await payments.closeInvoice({ id: draft.id, isDraft: true });

  const charges = bank.list<Charge>("charge", ({ status }) => status === "succeeded");
  await payments.refund(charges[0]!.id);
  bank.failRefund(bank.refund(charges[1]!, 100));
  bank.state.settings.lowBalance = "hold";
  bank.refund(charges[1]!, 100);
  const dispute = bank.openDispute(charges[1]!, "warning_needs_response");
  bank.moveDispute(dispute, "needs_response");
  for (const id of [first, shorter, declined]) await payments.readSubscription(id);
  bank.closeDispute(dispute, "won");
  for (const event of bank.state.events) {
    await payments.findSubscriptionOf({
      id: event.id,
      type: event.type,
      createdAt: NOW,
      subject: { payment: charges[0]!.payment_intent! },
    });
    break;
  }
  const terms = {
    directory: "d",
    code: "SPRING",
    percentOff: 20,
    amountOffCents: null,
    currency: "eur",
    duration: "once" as const,
    months: null,
    maxRedemptions: 5,
    endsAt: NOW + 90 * DAY_S * 1000,
    firstTimeOnly: false,
  };
  const log = async () => {};
  const promotion = await payments.createPromotion(terms, log);
  await payments.createPromotion({ ...terms, code: "FIRST", firstTimeOnly: true }, log);
  await payments.findPromotion({ directory: "d", code: "SPRING" });
  await payments.listPromotions("d");
  await payments.previewPayment({ customerId: customer, plan: "month", promotionCodeId: promotion!.id });
  await subscribe((await payments.attachCard(customer, "pm_card_visa"))!, "cheap", { promotionCodeId: promotion!.id });
  await payments.endPromotion({ directory: "d", id: promotion!.id }, log);
  bank.advance(4);
  bank.failPayout(bank.list<Payout>("payout")[0]!);
  await payments.listPayouts({ from: NOW, to: NOW + 90 * DAY_S * 1000 });
  await payments.cancelNow(shorter);
  await payments.readSubscription(shorter);
  await payments.deleteCustomer(customer, "d");
  return { customer, charge: charges[1]! };
}

/** Makes the calls that are left: those of `stripe:setup`, and those that tests use. */
async function useRest({ bank, sdk }: World, { customer, charge }: { customer: string; charge: Charge }) {
  await sdk.customers.retrieve(customer);
  const { id: other } = await sdk.customers.create({ email: "b@example.com" });
  const taxId = await sdk.customers.createTaxId(other, { type: "eu_vat", value: "DE123456789" });
  await sdk.customers.retrieveTaxId(other, taxId.id);
  await sdk.customers.retrieve(other, { expand: ["tax_ids"] });
  const { id: card } = await sdk.paymentMethods.attach("pm_card_visa", { customer: other });
  const [price] = bank.list<Price>("price");
  const lookup_key = "other";
  const made = await sdk.prices.create({
    product_data: { name: "Other" },
    currency: "eur",
    unit_amount: 500,
    recurring: { interval: "day", interval_count: 7 },
    lookup_key,
  });
  await sdk.prices.list({ lookup_keys: [lookup_key], active: true });
  await sdk.prices.update(made.id, { tax_behavior: "inclusive" });
  const { id } = await sdk.subscriptions.create({
    customer: other,
    items: [{ price: price!.id }],
    default_payment_method: card,
  });
  await sdk.subscriptions.retrieve(id, { expand: ["customer", "default_payment_method", "latest_invoice.payments"] });
  const draft = bank.beginPeriod(bank.find("subscription", id));
  await sdk.invoices.finalizeInvoice(draft.id, { auto_advance: false });
  await sdk.invoices.pay(draft.id);
  await sdk.invoices.retrieve(draft.id);
  await sdk.invoices.list({ subscription: id, expand: ["data.payments"] });
  await sdk.charges.retrieve(charge.id);
  await sdk.charges.list({ limit: 100, expand: ["data.refunds"] });
  await sdk.disputes.list({ charge: charge.id });
  const { data: refunds } = await sdk.refunds.list({ charge: charge.id });
  await sdk.refunds.retrieve(refunds[0]!.id);
  const { data: moves } = await sdk.balanceTransactions.list({ limit: 100 });
  await sdk.balanceTransactions.retrieve(moves[0]!.id);
  const { data: payouts } = await sdk.payouts.list();
  await sdk.payouts.retrieve(payouts[0]!.id);
  const coupon = await sdk.coupons.create({ amount_off: 100, currency: "eur", duration: "once" });
  await sdk.coupons.list();
  await sdk.coupons.retrieve(coupon.id);
  const code = await sdk.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "AUTUMN" });
  await sdk.promotionCodes.retrieve(code.id, { expand: ["promotion.coupon"] });
  await sdk.coupons.del(coupon.id);
}

/** Debits, PayPal, Link, tax and discounts. */
async function useMethodsAndTax({ bank, sdk }: World) {
  const address = { line1: "Straße 1", city: "Wien", postal_code: "1010", country: "AT" };
  const { id: customer } = await sdk.customers.create({ address });
  await sdk.setupIntents.create({ customer, automatic_payment_methods: { enabled: true } });
  const [price] = bank.list<Price>("price");
  const coupon = await sdk.coupons.create({ percent_off: 10, duration: "repeating", duration_in_months: 2 });
  const order = {
    customer,
    items: [{ price: price!.id }],
    automatic_tax: { enabled: true },
    discounts: [{ coupon: coupon.id }],
  };
  for (const name of ["pm_sepa_success", "pm_sepa_failed", "pm_paypal", "pm_link"]) {
    await sdk.paymentMethods.retrieve(name);
    const { id } = await sdk.paymentMethods.attach(name, { customer });
    await sdk.subscriptions.create({ ...order, default_payment_method: id });
    await sdk.customers.createTaxId(customer, { type: "eu_vat", value: "ATU12345678" });
  }
  const subscription_details = { items: order.items };
  await sdk.invoices.createPreview({ customer, subscription_details, automatic_tax: { enabled: true } });
  bank.advance(6);
  await sdk.charges.list({ customer });
  await sdk.invoices.list({ expand: ["data.discounts"] });
}

const run = async () => {
  const world = open();
  await useMethodsAndTax(world);
  world.sent.length = 0;
  const made = await useAdapter(world);
  const byProduct = [...world.sent];
  await useRest(world, made);
  const events = await Promise.all(
    world.bank.state.events.map(async (event) => (await world.standIn.sign(event)).json()),
  );
  return { ...world, byProduct, events: events as { type: EventType; data: { object: object } }[] };
};
const ran = run();

test("each answer and each event of the stand-in has exactly the fields of the SDK's types", async () => {
  const { answers, events, bank } = await ran;
  const stored = Object.values(bank.state.objects).map((value) => ({ label: `stored ${value.object}`, value }));
  const sent = events.map((value) => ({ label: `event ${value.type}`, value }));
  expect(problemsOf([...answers, ...stored, ...sent])).toEqual([]);
  expect(sent.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["event invoice.upcoming", "event customer.subscription.trial_will_end"]),
  );
});

test("the check finds missing, extra and wrong fields, nulls and values that Stripe does not list", async () => {
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
  const [dispute] = bank.list<Dispute>("dispute");
  const updated = events.find(({ type }) => type === "customer.subscription.updated")!;
  const faults = [
    broken("missing", invoice, (copy) => delete copy["amount_due"]),
    broken("extra", invoice, (copy) => (copy["payment_intent"] = "pi_1")),
    broken("wrong type", charge, (copy) => (copy["created"] = "now")),
    broken("unlisted value", invoice, (copy) => (copy["status"] = "payed")),
    broken("null", charge, (copy) => (copy["currency"] = null)),
    broken("object for an id", charge, (copy) => (copy["payment_intent"] = { id: "pi_1" })),
    broken("nested missing", invoice, (copy) => (copy["status_transitions"] = {})),
    broken("nested extra", invoice, (copy) => (copy["issuer"] = { type: "self", name: "x" })),
    broken("in a list", dispute, (copy) => (copy["balance_transactions"] = [{ amount: 1 }])),
    { label: "event", value: { ...events[0]!, type: "invoice.payed" } },
    { label: "no previous", value: { ...updated, data: { object: updated.data.object } } },
    {
      label: "wrong previous",
      value: { ...updated, data: { ...updated.data, previous_attributes: { colour: "red" } } },
    },
  ];
  const found = problemsOf(faults);
  expect(
    faults.map(({ label }) => label).filter((label) => !found.some((line) => line.startsWith(`${label}:`))),
  ).toEqual([]);
});

const pathOf = ({ source }: RegExp) =>
  source.replaceAll("\\/", "/").slice("^/v1/".length, -1).replaceAll("([^/]+)", ":id");

test("each route of the stand-in is used, and none refuses a request of the product", async () => {
  const { sent } = await ran;
  const isUsed = ({ method, path }: (typeof ROUTES)[number]) =>
    sent.some((one) => one.method === method && path.test(one.path) && one.status === 200);
  expect(ROUTES.filter((route) => !isUsed(route)).map(({ method, path }) => `${method} ${pathOf(path)}`)).toEqual([]);
  expect(sent.filter(({ status }) => status >= 400)).toEqual([]);
});

// The compiler checks the adapter's calls against the SDK's types, and the names of each route against `…Params`.
test("the product sends these parameters", async () => {
  const { byProduct } = await ran;
  const calls = ROUTES.map(({ method, path }) => {
    const sent = byProduct.filter((one) => one.method === method && path.test(one.path));
    const names = [...new Set(sent.flatMap((one) => one.names))].toSorted();
    return sent.length > 0 && `${method} ${pathOf(path)}: ${names.join(", ")}`;
  });
  expect(calls.filter(Boolean)).toMatchInlineSnapshot(`
    [
      "GET balance_transactions: created.gte, created.lt, limit, payout",
      "GET payouts: created.gte, created.lt, limit",
      "POST customers: email, metadata.directory, metadata.user_id, name",
      "POST customers/:id: address.city, address.country, address.line1, address.line2, address.postal_code, address.state, name",
      "POST customers/:id/tax_ids: type, value",
      "GET customers/:id/tax_ids: limit",
      "DELETE customers/:id/tax_ids/:id: ",
      "GET customers/:id: expand.*",
      "DELETE customers/:id: ",
      "POST setup_intents: automatic_payment_methods.enabled, customer, usage",
      "GET payment_methods/:id: ",
      "POST payment_methods/:id/attach: customer",
      "POST billing_portal/sessions: customer, return_url",
      "POST subscriptions: billing_cycle_anchor, customer, default_payment_method, description, discounts.*.promotion_code, invoice_settings.description, items.*.price, metadata.claim, metadata.directory, metadata.site_id, metadata.user_id, payment_behavior, proration_behavior",
      "GET subscriptions/:id: expand.*",
      "GET subscriptions: limit, status",
      "POST subscriptions/:id: cancel_at_period_end, default_payment_method, description, invoice_settings.description, items.*.id, items.*.price, metadata.moved_to, metadata.second_at, proration_behavior, trial_end",
      "DELETE subscriptions/:id: ",
      "GET invoices: expand.*, limit, subscription",
      "POST invoices/create_preview: automatic_tax.enabled, customer, discounts.*.promotion_code, subscription_details.items.*.price",
      "POST invoices/:id/pay: off_session, payment_method",
      "POST invoices/:id: auto_advance, automatic_tax.enabled, customer, discounts.*.promotion_code, subscription_details.items.*.price",
      "POST invoices/:id/void: ",
      "GET invoice_payments: expand.*, payment.payment_intent, payment.type",
      "GET payment_intents/:id: ",
      "GET charges: created.gte, customer, expand.*, limit",
      "GET charges/:id: ",
      "GET disputes: charge, limit",
      "GET refunds: charge, expand.*, limit",
      "POST refunds: charge",
      "GET prices: active, lookup_keys.*",
      "POST coupons: duration, metadata.directory, name, percent_off",
      "POST promotion_codes: code, expand.*, expires_at, max_redemptions, metadata.directory, promotion.coupon, promotion.type, restrictions.first_time_transaction",
      "GET promotion_codes: active, code, expand.*, limit",
      "GET promotion_codes/:id: expand.*",
      "POST promotion_codes/:id: active, expand.*",
    ]
  `);
});
