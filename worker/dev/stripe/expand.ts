import type { Bank } from "./bank.ts";
import { mapOf } from "./form.ts";
import type { InvoicePayment, Refund } from "./objects.ts";
import { refuse } from "./store.ts";

/** Replaces ids by their objects in place, and adds the lists that Stripe sends on request only. */
export function expand(bank: Bank, result: unknown, paths: string[]): unknown {
  for (const path of paths) {
    const parts = path.split(".");
    // https://docs.stripe.com/expand
    if (parts.length > 4) throw refuse("You cannot expand more than 4 levels.");
    expandAt(bank, result, parts);
  }
  return result;
}

function expandAt(bank: Bank, at: unknown, [name, ...rest]: string[]): void {
  if (name === undefined) return;
  if (Array.isArray(at)) return at.forEach((one) => expandAt(bank, one, [name, ...rest]));
  const object = mapOf(at);
  if (object["object"] === "invoice" && name === "payments") {
    const all = bank.list<InvoicePayment>("invoice_payment", ({ invoice }) => invoice === object["id"]);
    object["payments"] = { object: "list", data: structuredClone(all) };
  } else if (object["object"] === "charge" && name === "refunds") {
    const all = bank.list<Refund>("refund", ({ charge }) => charge === object["id"]);
    object["refunds"] = { object: "list", data: structuredClone(all) };
  } else if (object["object"] === "coupon" && name === "applies_to") {
    // Most coupons have none.
  } else if (!(name in object)) throw refuse(`This property cannot be expanded (${name}).`);
  const expanded = (value: unknown) => (typeof value === "string" ? structuredClone(bank.state.objects[value]) : value);
  const value = object[name];
  object[name] = Array.isArray(value) ? value.map(expanded) : expanded(value);
  expandAt(bank, object[name], rest);
}
