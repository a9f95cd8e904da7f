import type { Bank } from "./bank.ts";
import { methodOfName } from "./cards.ts";
import type { Charge, Subscription } from "./objects.ts";

export const HAPPENINGS = [
  "card_declines",
  "card_pays",
  "refund",
  "partial_refund",
  "dispute",
  "fraud_warning",
  "canceled_now",
] as const;

type Happening = (typeof HAPPENINGS)[number];

/** A partial refund is this share of what is left. */
const PART = 0.5;

/** Lets something happen to the newest subscription of a site. Returns why it cannot. */
export function happen(bank: Bank, siteId: number, what: Happening): string | undefined {
  const [subscription] = bank.list<Subscription>(
    "subscription",
    ({ metadata }) => metadata["site_id"] === String(siteId),
  );
  if (!subscription) return "The listing has no subscription.";
  if (what === "canceled_now") {
    if (subscription.ended_at !== null) return "The subscription has ended.";
    bank.cancel(subscription);
    return undefined;
  }
  if (what === "card_declines" || what === "card_pays") {
    const { charge } = methodOfName(what === "card_pays" ? "pm_card_visa" : "pm_card_chargeDeclined")!;
    bank.behaviourOf(subscription.default_payment_method).charge = charge;
    return undefined;
  }
  const intents = new Set(bank.invoicesOf(subscription).map((invoice) => bank.intentOf(invoice)?.id));
  const [charge] = bank.list<Charge>(
    "charge",
    ({ payment_intent, status }) => status === "succeeded" && intents.has(payment_intent ?? ""),
  );
  if (!charge) return "Nothing was paid.";
  if (what === "dispute") bank.openDispute(charge);
  if (what === "fraud_warning") bank.warnOfFraud(charge);
  const left = charge.amount - charge.amount_refunded;
  if (what !== "refund" && what !== "partial_refund") return undefined;
  if (left === 0) return "The payment has been refunded.";
  bank.refund(charge, what === "refund" ? left : Math.ceil(left * PART));
  return undefined;
}
