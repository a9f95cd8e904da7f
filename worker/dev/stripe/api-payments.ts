import type { Stripe } from "stripe";
import { matchesFilter, page, required, retrieve, type Route, route } from "./api-route.ts";
import { cardError } from "./charges.ts";
import { listOf, mapOf, textOf } from "./form.ts";
import type { Charge, Dispute, Invoice, InvoicePayment, Refund } from "./objects.ts";
import { refuse, StripeError } from "./store.ts";

/** Stripe lists those of a payment. */
const listOfPayment = (path: "disputes" | "refunds", kind: "dispute" | "refund") =>
  route<Stripe.DisputeListParams | Stripe.RefundListParams>(
    "GET",
    path,
    ["payment_intent", "limit", "starting_after"],
    ({ bank, params }) => {
      const isOf = ({ payment_intent }: Dispute | Refund) => payment_intent === required(params, "payment_intent");
      return page(params, bank.list<Dispute | Refund>(kind, isOf));
    },
  );

export const PAYMENT_ROUTES: Route[] = [
  route<Stripe.InvoiceListParams>(
    "GET",
    "invoices",
    ["subscription", "status", "limit", "starting_after", "expand.*"],
    ({ bank, params }) => {
      const matches = ({ parent, status }: Invoice) =>
        matchesFilter(parent.subscription_details.subscription, params["subscription"]) &&
        matchesFilter(status, params["status"]);
      return page(params, bank.list<Invoice>("invoice", matches));
    },
  ),
  route<Stripe.InvoicePayParams>(
    "POST",
    "invoices/:id/pay",
    ["payment_method", "off_session"],
    ({ bank, params, id }) => {
      const invoice = bank.find<Invoice>("invoice", id);
      const cardId = textOf(params["payment_method"]);
      const verdict = bank.pay(invoice, cardId === undefined ? {} : { cardId });
      if (typeof verdict === "object") throw cardError(verdict);
      if (verdict === "confirm") {
        // The customer cannot confirm an `off_session` payment.
        const isAlone = params["off_session"] !== "false";
        const code = isAlone ? "authentication_required" : "invoice_payment_intent_requires_action";
        throw new StripeError(402, "card_error", "This payment requires additional user action.", { code });
      }
      return invoice;
    },
  ),
  retrieve("invoices", "invoice"),
  route<Stripe.InvoiceUpdateParams>("POST", "invoices/:id", ["auto_advance"], ({ bank, params, id }) => {
    const invoice = bank.find<Invoice>("invoice", id);
    // https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
    if (invoice.status !== "draft" && invoice.status !== "open") throw refuse("This invoice is no longer editable.");
    bank.setCollection(invoice, required(params, "auto_advance") === "true");
    return invoice;
  }),
  route("POST", "invoices/:id/void", [], ({ bank, id }) => {
    const invoice = bank.find<Invoice>("invoice", id);
    bank.void(invoice);
    return invoice;
  }),
  route<Stripe.InvoicePaymentListParams>(
    "GET",
    "invoice_payments",
    ["payment.type", "payment.payment_intent", "expand.*"],
    ({ bank, params }) => {
      const intent = required(mapOf(params["payment"]), "payment_intent");
      const isOf = ({ payment }: InvoicePayment) => payment.payment_intent === intent;
      return page(params, bank.list<InvoicePayment>("invoice_payment", isOf));
    },
  ),
  retrieve("payment_intents", "payment_intent"),
  listOfPayment("disputes", "dispute"),
  listOfPayment("refunds", "refund"),
  retrieve("disputes", "dispute"),
  retrieve("refunds", "refund"),
  route<Stripe.RefundCreateParams>("POST", "refunds", ["charge", "amount"], ({ bank, params }) => {
    const charge = bank.find<Charge>("charge", required(params, "charge"));
    const amount = textOf(params["amount"]);
    return bank.refund(charge, ...(amount === undefined ? [] : [Number(amount)]));
  }),
  // Newest first: https://docs.stripe.com/api/events/list
  route<Stripe.EventListParams>(
    "GET",
    "events",
    ["types.*", "created.gte", "limit", "starting_after"],
    ({ bank, params }) => {
      const types = listOf(params["types"]);
      const since = Number(mapOf(params["created"])["gte"] ?? 0);
      const found = bank.state.events.filter(({ type, created }) => types.includes(type) && created >= since);
      return page(params, found.toReversed());
    },
  ),
];
