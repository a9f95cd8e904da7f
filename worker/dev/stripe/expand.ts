import { type Bank, StripeError } from "./bank.ts";
import { mapOf } from "./form.ts";
import type { Charge, Customer, Invoice, InvoicePayment, Refund } from "./objects.ts";
import { listOfAll } from "./objects/plain.ts";
import { taxIdsOf } from "./tax-ids.ts";

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
  } else if (object["object"] === "charge" && name === "refunds") {
    const { id } = object as unknown as Charge;
    const all = bank.list<Refund>("refund", ({ charge }) => charge === id);
    // Another path may have expanded it and objects in it.
    object["refunds"] ??= {
      ...listOfAll(`/v1/charges/${id}/refunds`, structuredClone(all.slice(0, 10))),
      has_more: all.length > 10,
    };
  } else if (object["object"] === "customer" && name === "tax_ids") {
    const { id } = object as unknown as Customer;
    object["tax_ids"] = listOfAll(`/v1/customers/${id}/tax_ids`, structuredClone(taxIdsOf(bank, id)));
  } else if (object["object"] === "refund" && name === "failure_balance_transaction" && !(name in object)) {
    // Stripe leaves the field out until the refund fails: https://docs.stripe.com/api/refunds/object
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
