import type { Stripe } from "stripe";
import { MONEY_ROUTES } from "./api-money.ts";
import { invoicePayment, isOr, page, required, type Route, route, shortText } from "./api-parts.ts";
import { type Bank, StripeError } from "./bank.ts";
import { cardOfName } from "./cards.ts";
import { listOf, mapOf, type Params, parseForm, textOf, unknownNames } from "./form.ts";
import type { Customer, Invoice, PaymentMethod, Price, Product, Refund, Subscription } from "./objects.ts";

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
      "description",
      "invoice_settings.description",
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
          description: shortText(params["description"]),
          // https://docs.stripe.com/changelog/dahlia/2026-06-24/invoice-description-footer-and-custom-fields
          invoice_settings: { description: shortText(mapOf(params["invoice_settings"])["description"]) },
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
    ({ bank, params }) => {
      const customer = textOf(params["customer"]);
      if (customer !== undefined) bank.find<Customer>("customer", customer);
      return page(
        params,
        bank.list<Subscription>("subscription", (one) => isOr(one.customer, customer)),
      );
    },
  ),
  route<Stripe.SubscriptionUpdateParams>(
    "POST",
    "subscriptions/:id",
    [
      "cancel_at",
      "cancel_at_period_end",
      "default_payment_method",
      "description",
      "invoice_settings.description",
      "metadata.*",
    ],
    ({ bank, params, id }) => {
      // One that has ended, or waits for its first payment, takes new metadata only:
      // https://docs.stripe.com/api/subscriptions/object#subscription_object-status
      const isMarked = Object.keys(params).every((name) => name === "metadata");
      const subscription = isMarked ? bank.find<Subscription>("subscription", id) : running(bank, id);
      if (!isMarked && subscription.status === "incomplete") {
        throw new StripeError(400, "invalid_request_error", "An incomplete subscription takes new metadata only.");
      }
      const cardId = textOf(params["default_payment_method"]);
      const ends = textOf(params["cancel_at_period_end"]);
      bank.change(subscription, {
        ...(cardId !== undefined && { default_payment_method: ownCard(bank, subscription.customer, cardId).id }),
        ...(ends !== undefined && { cancel_at_period_end: ends === "true" }),
        ...(params["cancel_at"] === "" && { cancel_at: null }),
        ...(params["description"] !== undefined && { description: shortText(params["description"]) }),
        ...(params["invoice_settings"] !== undefined && {
          invoice_settings: { description: shortText(mapOf(params["invoice_settings"])["description"]) },
        }),
        metadata: { ...subscription.metadata, ...(mapOf(params["metadata"]) as Subscription["metadata"]) },
      });
      return subscription;
    },
  ),
  route<Stripe.SubscriptionCancelParams>("DELETE", "subscriptions/:id", [], ({ bank, id }) => {
    const subscription = running(bank, id);
    bank.end(subscription);
    return subscription;
  }),
  ...MONEY_ROUTES,
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

/** https://docs.stripe.com/api/idempotent_requests */
const KEY_LASTS_S = 24 * 3600;

/**
 * Answers one request as Stripe's API would, strictly: a call or a parameter that is not in the list is refused. The same
 * idempotency key gets the same answer for a day, a 500 too, and a refusal if it comes with other values.
 */
export async function answerApi(bank: Bank, request: Request, secretKey: string): Promise<Response> {
  const url = new URL(request.url);
  const { method } = request;
  // Not text(): the runtime warns of bodies whose type is a form's.
  const body = method === "POST" ? new TextDecoder().decode(await request.arrayBuffer()) : url.search.slice(1);
  if (request.headers.get("Authorization") !== `Bearer ${secretKey}`) {
    return toResponse(refusal(new StripeError(401, "authentication_error", "Invalid API Key provided.")));
  }
  // No waiting from here on: of two requests with one key, the second finds what the first was answered.
  const key = request.headers.get("Idempotency-Key");
  const asked = `${method} ${url.pathname} ${body}`;
  const kept = key === null ? undefined : bank.state.answers[key];
  const before = kept && bank.time - kept.at < KEY_LASTS_S ? kept : undefined;
  if (before && before.request !== asked) {
    return toResponse(refusal(new StripeError(400, "idempotency_error", "The key was used with other parameters.")));
  }
  if (before) return toResponse(before);
  const call = findCall(method, url.pathname, body);
  // What was not begun is not kept.
  if (call instanceof StripeError) return toResponse(refusal(call));
  const broken = bank.breaks({ method, path: url.pathname });
  const done = broken === "before" ? undefined : answer(bank, call);
  const answered = done && !broken ? done : refusal(new StripeError(500, "api_error", "An unknown error occurred."));
  if (key !== null) bank.state.answers[key] = { ...answered, request: asked, at: bank.time };
  return toResponse(answered);
}

type Answer = { status: number; body: string };
type Found = { route: Route; params: Params; id: string };

const toResponse = ({ status, body }: Answer) =>
  new Response(body, { status, headers: { "Content-Type": "application/json" } });

const refusal = ({ status, details }: StripeError): Answer => ({ status, body: JSON.stringify({ error: details }) });

function findCall(method: string, path: string, body: string): Found | StripeError {
  for (const one of ROUTES) {
    const match = one.method === method ? one.path.exec(path) : null;
    if (!match) continue;
    const { params, names } = parseForm(body);
    const [unknown] = unknownNames(names, one.allowed);
    if (unknown) {
      const details = { code: "parameter_unknown", param: unknown };
      return new StripeError(400, "invalid_request_error", `Received unknown parameter: ${unknown}`, details);
    }
    return { route: one, params, id: match[1] ?? "" };
  }
  return new StripeError(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path}).`);
}

function answer(bank: Bank, { route: found, params, id }: Found): Answer {
  try {
    const result = structuredClone(found.act({ bank, params, id }));
    return { status: 200, body: JSON.stringify(expand(bank, result, listOf(params["expand"]).map(String))) };
  } catch (error) {
    if (error instanceof StripeError) return refusal(error);
    throw error;
  }
}

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
    const invoice = object as unknown as Invoice;
    object["payments"] = { object: "list", data: invoice.payment_intent ? [invoicePayment(invoice)] : [] };
  } else if (object["object"] === "charge" && name === "refunds") {
    const all = bank.list<Refund>("refund", ({ charge }) => charge === object["id"]);
    object["refunds"] = { object: "list", data: all.slice(0, 10), has_more: all.length > 10 };
  } else if (!(name in object)) {
    throw new StripeError(400, "invalid_request_error", `This property cannot be expanded (${name}).`);
  } else if (typeof object[name] === "string") {
    object[name] = structuredClone(bank.state.objects[object[name]]);
  }
  expandAt(bank, object[name], rest);
}
