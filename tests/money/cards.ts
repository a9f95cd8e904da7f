import type { Bank } from "#worker/dev/stripe/bank.ts";
import type { Decline } from "#worker/dev/stripe/cards.ts";
import type { PaymentMethod } from "#worker/dev/stripe/objects.ts";
import { DECLINED } from "../worker/support/stripe.ts";
import { invoiceAt } from "./truth.ts";

const save =
  (charge: "ok" | "confirm" | Decline) =>
  (bank: Bank, customer: string): PaymentMethod =>
    bank.attach(bank.saveCard({ number: "4242424242424242", brand: "visa", setup: "ok", charge }), customer);

export const saveGoodCard = save("ok");
/** It can be saved, but its charges are declined. */
export const saveBadCard = save(DECLINED);
/** Its owner must confirm each charge to the bank. */
export const saveConfirmedCard = save("confirm");

/** Pays an invoice on its page at Stripe. */
export function payAnyInvoice(bank: Bank, id: string): void {
  const invoice = invoiceAt(bank, id);
  bank.pay(invoice, { cardId: saveGoodCard(bank, invoice.customer!).id });
}
