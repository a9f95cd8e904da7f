import { invoicePayment } from "./api-route.ts";
import { type Bank, StripeError } from "./bank.ts";
import { mapOf } from "./form.ts";
import type { Invoice, Refund } from "./objects.ts";

/** Replaces ids by their objects in place, and adds the lists that Stripe sends on request only. */
export function expand(bank: Bank, result: unknown, paths: string[]): unknown {
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
