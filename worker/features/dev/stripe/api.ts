import type { Stripe } from "stripe";
import { Bank, cardError, StripeError } from "./bank.ts";
import { cardOfName } from "./cards.ts";
import { listOf, mapOf, type Params, parseForm, textOf, unknownNames } from "./form.ts";
import type {
  Charge,
  Customer,
  Dispute,
  Intent,
  Invoice,
  PaymentMethod,
  Price,
  Product,
  Refund,
  Stored,
  Subscription,
} from "./objects.ts";

type Call = { bank: Bank; params: Params; id: string };
type Route = { method: string; path: RegExp; allowed: readonly string[]; act(call: Call): unknown };

/** Names of parameters that the SDK's own types know. */
type Of<T> = readonly ((keyof T & string) | `${keyof T & string}.${string}`)[];

const route = <T>(method: string, path: string, allowed: Of<T>, act: Route["act"]): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replaceAll(":id", "([^/]+)")}$`),
  allowed,
  act,
});

/** The calls that the product makes, with the parameters it uses; Stripe's real ones know many more. */
const ROUTES: Route[] = [
  route<Stripe.CustomerCreateParams>("POST", "customers", ["email", "name", "metadata.*"], ({ bank, params }) =>
    bank.keep<Customer>({
      object: "customer",
      id: bank.id("cus"),
      email: textOf(params["email"]) ?? "",
      name: textOf(params["name"]) ?? null,
      metadata: mapOf(params["metadata"]) as Customer["metadata"],
    }),
  ),
  route<Stripe.SetupIntentCreateParams>(
    "POST",
    "setup_intents",
    ["customer", "allowed_payment_method_types.*", "usage"],
    ({ bank, params }) => bank.newSetup(bank.find<Customer>("customer", required(params, "customer")).id),
  ),
  route<Stripe.PaymentMethodRetrieveParams>("GET", "payment_methods/:id", [], ({ bank, id }) => cardAt(bank, id)),
  route<Stripe.PaymentMethodAttachParams>(
    "POST",
    "payment_methods/:id/attach",
    ["customer"],
    ({ bank, params, id }) => {
      const card = cardOfName(id);
      const method = card ? bank.saveCard(card) : bank.find<PaymentMethod>("payment_method", id);
      return bank.attach(method, bank.find<Customer>("customer", required(params, "customer")).id);
    },
  ),
  route<Stripe.SubscriptionCreateParams>(
    "POST",
    "subscriptions",
    [
      "customer",
      "items.*.price",
      "default_payment_method",
      "payment_behavior",
      "payment_settings.payment_method_types.*",
      "metadata.*",
    ],
    ({ bank, params }) => {
      const customer = bank.find<Customer>("customer", required(params, "customer")).id;
      const [item] = listOf(params["items"]);
      const price = bank.find<Price>("price", textOf(mapOf(item)["price"]));
      const card = ownCard(bank, customer, required(params, "default_payment_method"));
      return bank.begin(
        {
          object: "subscription",
          id: bank.id("sub"),
          customer,
          cancel_at_period_end: false,
          canceled_at: null,
          ended_at: null,
          created: bank.time,
          currency: price.currency,
          default_payment_method: card.id,
          metadata: mapOf(params["metadata"]) as Subscription["metadata"],
        },
        price,
      );
    },
  ),
  route<Stripe.SubscriptionRetrieveParams>("GET", "subscriptions/:id", ["expand.*"], ({ bank, id }) =>
    bank.find<Subscription>("subscription", id),
  ),
  route<Stripe.SubscriptionListParams>(
    "GET",
    "subscriptions",
    ["customer", "status", "limit", "starting_after"],
    ({ bank, params }) =>
      page(
        params,
        bank.list<Subscription>("subscription", ({ customer }) => isOr(customer, params["customer"])),
      ),
  ),
  route<Stripe.SubscriptionUpdateParams>(
    "POST",
    "subscriptions/:id",
    ["cancel_at", "cancel_at_period_end", "default_payment_method"],
    ({ bank, params, id }) => {
      const subscription = running(bank, id);
      const cardId = textOf(params["default_payment_method"]);
      const ends = textOf(params["cancel_at_period_end"]);
      bank.change(subscription, {
        ...(cardId !== undefined && { default_payment_method: ownCard(bank, subscription.customer, cardId).id }),
        ...(ends !== undefined && { cancel_at_period_end: ends === "true" }),
        ...(params["cancel_at"] === "" && { cancel_at: null }),
      });
      return subscription;
    },
  ),
  route<Stripe.SubscriptionCancelParams>("DELETE", "subscriptions/:id", [], ({ bank, id }) => {
    const subscription = running(bank, id);
    bank.end(subscription);
    return subscription;
  }),
  route<Stripe.InvoiceListParams>(
    "GET",
    "invoices",
    ["subscription", "limit", "starting_after", "expand.*"],
    ({ bank, params }) =>
      page(
        params,
        bank.list<Invoice>("invoice", ({ parent }) =>
          isOr(parent.subscription_details.subscription, params["subscription"]),
        ),
      ),
  ),
  route<Stripe.InvoicePayParams>(
    "POST",
    "invoices/:id/pay",
    ["payment_method", "off_session"],
    ({ bank, params, id }) => {
      const invoice = bank.find<Invoice>("invoice", id);
      if (invoice.status !== "open") throw new StripeError(400, "invalid_request_error", "The invoice is not open.");
      const cardId = textOf(params["payment_method"]);
      const verdict = bank.pay(invoice, cardId === undefined ? {} : { cardId });
      if (typeof verdict === "object") throw cardError(verdict);
      if (verdict === "confirm") {
        // Nobody is there to be asked, unless the call says otherwise.
        const isAlone = params["off_session"] !== "false";
        if (isAlone) bank.find<Intent>("payment_intent", invoice.payment_intent).status = "requires_payment_method";
        const code = isAlone ? "authentication_required" : "invoice_payment_intent_requires_action";
        throw new StripeError(402, "card_error", "This payment requires additional user action.", { code });
      }
      return invoice;
    },
  ),
  route<Stripe.InvoicePaymentListParams>(
    "GET",
    "invoice_payments",
    ["payment.type", "payment.payment_intent", "expand.*"],
    ({ bank, params }) => {
      const intent = textOf(mapOf(params["payment"])["payment_intent"]);
      return page(params, bank.list<Invoice>("invoice", (one) => one.payment_intent === intent).map(invoicePayment));
    },
  ),
  route<Stripe.PaymentIntentRetrieveParams>("GET", "payment_intents/:id", [], ({ bank, id }) =>
    bank.find<Intent>("payment_intent", id),
  ),
  route<Stripe.ChargeListParams>(
    "GET",
    "charges",
    ["payment_intent", "limit", "starting_after", "expand.*"],
    ({ bank, params }) =>
      page(
        params,
        bank.list<Charge>("charge", (one) => isOr(one.payment_intent, params["payment_intent"])),
      ),
  ),
  route<Stripe.DisputeListParams>("GET", "disputes", ["charge", "limit", "starting_after"], ({ bank, params }) =>
    page(
      params,
      bank.list<Dispute>("dispute", ({ charge }) => isOr(charge, params["charge"])),
    ),
  ),
  route<Stripe.RefundCreateParams>("POST", "refunds", ["payment_intent", "amount"], ({ bank, params }) => {
    const intent = required(params, "payment_intent");
    const [charge] = bank.list<Charge>("charge", (one) => one.payment_intent === intent && one.status === "succeeded");
    if (!charge) throw new StripeError(400, "invalid_request_error", "There is no charge to refund.");
    return bank.refund(charge, Number(params["amount"] ?? charge.amount - charge.amount_refunded));
  }),
  route<Stripe.PriceCreateParams>(
    "POST",
    "prices",
    [
      "product_data.name",
      "currency",
      "unit_amount",
      "recurring.interval",
      "recurring.interval_count",
      "lookup_key",
      "transfer_lookup_key",
    ],
    ({ bank, params }) => {
      const key = textOf(params["lookup_key"]) ?? null;
      const [holder] = bank.list<Price>("price", ({ lookup_key }) => key !== null && lookup_key === key);
      if (holder && params["transfer_lookup_key"] !== "true") {
        throw new StripeError(400, "invalid_request_error", "A price already uses that lookup key.");
      }
      if (holder) holder.lookup_key = null;
      const name = required(mapOf(params["product_data"]), "name");
      return bank.keep<Price>({
        object: "price",
        id: bank.id("price"),
        active: true,
        lookup_key: key,
        currency: required(params, "currency"),
        unit_amount: Number(required(params, "unit_amount")),
        product: bank.keep<Product>({ object: "product", id: bank.id("prod"), name }).id,
        recurring: {
          interval: String(mapOf(params["recurring"])["interval"]),
          interval_count: Number(mapOf(params["recurring"])["interval_count"]),
        },
      });
    },
  ),
  route<Stripe.PriceListParams>("GET", "prices", ["lookup_keys.*", "active"], ({ bank, params }) =>
    page(
      params,
      bank.list<Price>(
        "price",
        ({ lookup_key, active }) => active && listOf(params["lookup_keys"]).includes(lookup_key),
      ),
    ),
  ),
  route<Stripe.BillingPortal.SessionCreateParams>(
    "POST",
    "billing_portal/sessions",
    ["customer", "return_url"],
    ({ bank, params }) => {
      const { id } = bank.find<Customer>("customer", required(params, "customer"));
      const back = new URL(required(params, "return_url"));
      const url = `${back.origin}/dev/stripe/portal?${new URLSearchParams({ customer: id, back: back.href })}`;
      return { object: "billing_portal.session", id: bank.id("bps"), url };
    },
  ),
];

/**
 * Answers one request as Stripe's API would, strictly: a call or a parameter that is not in the list is refused. The same
 * idempotency key gets the same answer, and a refusal where it comes with other values.
 */
export async function answerApi(bank: Bank, request: Request, secretKey: string): Promise<Response> {
  const url = new URL(request.url);
  // Not text(): the runtime warns of bodies whose type is a form's.
  const body = request.method === "POST" ? new TextDecoder().decode(await request.arrayBuffer()) : url.search.slice(1);
  if (request.headers.get("Authorization") !== `Bearer ${secretKey}`) {
    return toResponse(refusal(new StripeError(401, "authentication_error", "Invalid API Key provided.")));
  }
  // No waiting from here on: of two requests with one key, the second finds what the first was answered.
  const key = request.headers.get("Idempotency-Key");
  const asked = `${request.method} ${url.pathname} ${body}`;
  const before = key === null ? undefined : bank.state.answers[key];
  if (before && before.request !== asked) {
    return toResponse(refusal(new StripeError(400, "idempotency_error", "The key was used with other parameters.")));
  }
  const answered = before ?? { request: asked, ...answer(bank, request.method, url.pathname, body) };
  if (key !== null) bank.state.answers[key] = answered;
  return toResponse(answered);
}

type Answer = { status: number; body: string };

const toResponse = ({ status, body }: Answer) =>
  new Response(body, { status, headers: { "Content-Type": "application/json" } });

const refusal = ({ status, details }: StripeError): Answer => ({ status, body: JSON.stringify({ error: details }) });

function answer(bank: Bank, method: string, path: string, body: string): Answer {
  try {
    for (const one of ROUTES) {
      const match = one.method === method ? one.path.exec(path) : null;
      if (!match) continue;
      const { params, names } = parseForm(body);
      const [unknown] = unknownNames(names, one.allowed);
      if (unknown) {
        throw new StripeError(400, "invalid_request_error", `Received unknown parameter: ${unknown}`, {
          code: "parameter_unknown",
          param: unknown,
        });
      }
      const result = structuredClone(one.act({ bank, params, id: match[1] ?? "" }));
      return { status: 200, body: JSON.stringify(expand(bank, result, listOf(params["expand"]).map(String))) };
    }
    throw new StripeError(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path}).`);
  } catch (error) {
    if (error instanceof StripeError) return refusal(error);
    throw error;
  }
}

function required(params: Params, name: string): string {
  const value = textOf(params[name]);
  if (value) return value;
  throw new StripeError(400, "invalid_request_error", `Missing required param: ${name}.`, {
    code: "parameter_missing",
    param: name,
  });
}

const isOr = (value: string, wanted: unknown) => wanted === undefined || value === wanted;

function page(params: Params, all: (Stored | ReturnType<typeof invoicePayment>)[]) {
  const after = all.findIndex(({ id }) => id === params["starting_after"]) + 1;
  const limit = Number(params["limit"] ?? 10);
  return { object: "list", url: "/v1", data: all.slice(after, after + limit), has_more: all.length > after + limit };
}

const invoicePayment = ({ id, payment_intent }: Invoice) => ({
  object: "invoice_payment" as const,
  id: `inpay_${id}`,
  invoice: id,
  payment: { type: "payment_intent", payment_intent },
});

/** A card by its id, or one of the names that stand for test cards. */
function cardAt(bank: Bank, id: string): unknown {
  const card = cardOfName(id);
  if (!card) return bank.find<PaymentMethod>("payment_method", id);
  return {
    object: "payment_method",
    id,
    type: "card",
    customer: null,
    card: { brand: card.brand, last4: card.number.slice(-4) },
  };
}

function ownCard(bank: Bank, customer: string, id: string): PaymentMethod {
  const card = bank.find<PaymentMethod>("payment_method", id);
  if (card.customer === customer) return card;
  throw new StripeError(400, "invalid_request_error", "The customer does not have this payment method.");
}

function running(bank: Bank, id: string): Subscription {
  const subscription = bank.find<Subscription>("subscription", id);
  if (subscription.ended_at === null) return subscription;
  throw new StripeError(404, "invalid_request_error", `No such subscription: '${id}'`, { code: "resource_missing" });
}

/** Puts objects where their ids stand, and the lists that come only when they are asked for. */
function expand(bank: Bank, result: unknown, paths: string[]): unknown {
  for (const path of paths) {
    const parts = path.split(".");
    // https://docs.stripe.com/expand
    if (parts.length > 4) throw new StripeError(400, "invalid_request_error", "You cannot expand more than 4 levels.");
    expandAt(bank, result, parts);
  }
  return result;
}

function expandAt(bank: Bank, at: unknown, [name, ...rest]: string[]): void {
  if (name === undefined) return;
  if (Array.isArray(at)) return at.forEach((one) => expandAt(bank, one, [name, ...rest]));
  const object = mapOf(at);
  if (object["object"] === "invoice" && name === "payments") {
    object["payments"] = { object: "list", data: [invoicePayment(object as unknown as Invoice)] };
  } else if (object["object"] === "charge" && name === "refunds") {
    object["refunds"] = { object: "list", data: bank.list<Refund>("refund", ({ charge }) => charge === object["id"]) };
  } else if (!(name in object)) {
    throw new StripeError(400, "invalid_request_error", `This property cannot be expanded (${name}).`);
  } else if (typeof object[name] === "string") {
    object[name] = structuredClone(bank.state.objects[object[name]]);
  }
  expandAt(bank, object[name], rest);
}
