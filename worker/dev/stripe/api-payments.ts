import type { Stripe } from "stripe";
import { cardError } from "./bank.ts";
import { matchesFilter, page, required, type Route, route } from "./api-route.ts";
import { mapOf, textOf } from "./form.ts";
import type { Charge, Dispute, Invoice, InvoicePayment, PaymentIntent, Refund } from "./objects.ts";
import { previewInvoice } from "./preview.ts";
import { refuse, StripeError } from "./store.ts";

/** Stripe lists those of a payment. */
const listOfPayment = (path: "disputes" | "refunds", kind: "dispute" | "refund") =>
  route<Stripe.DisputeListParams | Stripe.RefundListParams>(
    "GET",
    path,
    ["payment_intent", "limit", "starting_after"],
    ({ bank, params }) =>
      page(
        `/v1/${path}`,
        params,
        bank.list<Dispute | Refund>(kind, ({ payment_intent }) =>
          matchesFilter(payment_intent, params["payment_intent"]),
        ),
      ),
  );

export const PAYMENT_ROUTES: Route[] = [
  route<Stripe.InvoiceListParams>(
    "GET",
    "invoices",
    ["subscription", "status", "limit", "starting_after", "expand.*"],
    ({ bank, params }) => {
      const matches = ({ parent, status }: Invoice) =>
        matchesFilter(parent?.subscription_details?.subscription, params["subscription"]) &&
        matchesFilter(status, params["status"]);
      return page("/v1/invoices", params, bank.list<Invoice>("invoice", matches));
    },
  ),
  route<Stripe.InvoiceCreatePreviewParams>(
    "POST",
    "invoices/create_preview",
    [
      "customer",
      "customer_details.address",
      "customer_details.address.*",
      "subscription_details.items.*.price",
      "automatic_tax.enabled",
      "discounts.*.promotion_code",
    ],
    ({ bank, params }) => previewInvoice(bank, params),
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
  route<Stripe.InvoiceRetrieveParams>("GET", "invoices/:id", [], ({ bank, id }) => bank.find<Invoice>("invoice", id)),
  route<Stripe.InvoiceUpdateParams>("POST", "invoices/:id", ["auto_advance"], ({ bank, params, id }) => {
    const invoice = bank.find<Invoice>("invoice", id);
    // https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
    if (invoice.status !== "draft" && invoice.status !== "open") throw refuse("This invoice is no longer editable.");
    bank.setCollection(invoice, required(params, "auto_advance") === "true");
    return invoice;
  }),
  route<Stripe.InvoiceVoidInvoiceParams>("POST", "invoices/:id/void", [], ({ bank, id }) => {
    const invoice = bank.find<Invoice>("invoice", id);
    bank.void(invoice);
    return invoice;
  }),
  route<Stripe.InvoicePaymentListParams>(
    "GET",
    "invoice_payments",
    ["payment.type", "payment.payment_intent", "expand.*"],
    ({ bank, params }) => {
      const intent = textOf(mapOf(params["payment"])["payment_intent"]);
      return page(
        "/v1/invoice_payments",
        params,
        bank.list<InvoicePayment>("invoice_payment", ({ payment }) => payment.payment_intent === intent),
      );
    },
  ),
  route<Stripe.PaymentIntentRetrieveParams>("GET", "payment_intents/:id", ["expand.*"], ({ bank, id }) =>
    bank.find<PaymentIntent>("payment_intent", id),
  ),
  listOfPayment("disputes", "dispute"),
  listOfPayment("refunds", "refund"),
  route<Stripe.DisputeRetrieveParams>("GET", "disputes/:id", [], ({ bank, id }) => bank.find<Dispute>("dispute", id)),
  route<Stripe.RefundRetrieveParams>("GET", "refunds/:id", [], ({ bank, id }) => bank.find<Refund>("refund", id)),
  route<Stripe.RefundCreateParams>("POST", "refunds", ["charge", "amount"], ({ bank, params }) => {
    const charge = bank.find<Charge>("charge", required(params, "charge"));
    const amount = textOf(params["amount"]);
    return bank.refund(charge, ...(amount === undefined ? [] : [Number(amount)]));
  }),
];
