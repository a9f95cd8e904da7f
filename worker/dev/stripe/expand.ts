import { type Bank, StripeError } from "./bank.ts";
import { mapOf } from "./form.ts";
import type { Invoice, InvoicePayment } from "./objects.ts";
import { listOfAll } from "./objects/plain.ts";

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
    const { id } = object as unknown as Invoice;
    const all = bank.list<InvoicePayment>("invoice_payment", ({ invoice }) => invoice === id);
    object["payments"] = listOfAll("/v1/invoice_payments", structuredClone(all));
  } else if (object["object"] === "coupon" && name === "applies_to") {
    return;
  } else if (!(name in object)) {
    throw new StripeError(400, "invalid_request_error", `This property cannot be expanded (${name}).`);
  } else if (typeof object[name] === "string") {
    object[name] = structuredClone(bank.state.objects[object[name]]);
  }
  if (Array.isArray(object[name])) {
    object[name] = object[name].map((one) =>
      typeof one === "string" ? structuredClone(bank.state.objects[one]) : one,
    );
  }
  expandAt(bank, object[name], rest);
}
