import { expect, test } from "vitest";
import type { EventType, Stored } from "#worker/dev/stripe/objects.ts";
import { usePayer } from "../support/payer.ts";

const payer = usePayer();
const { stripe, pay, featuredUntil } = payer;

const OBJECTS = {
  "customer.subscription": () => stripe.subscriptions[0]!,
  invoice: () => stripe.invoices[0]!,
  charge: () => stripe.charges[0]!,
  refund: () => payer.bank.list("refund")[0]!,
  dispute: () => payer.bank.openDispute(stripe.charges[0]!, "warning_needs_response"),
} satisfies Record<string, () => Stored>;

test.each<[type: EventType, of: keyof typeof OBJECTS]>([
  ["customer.subscription.created", "customer.subscription"],
  ["customer.subscription.updated", "customer.subscription"],
  ["customer.subscription.deleted", "customer.subscription"],
  ["customer.subscription.paused", "customer.subscription"],
  ["customer.subscription.resumed", "customer.subscription"],
  ["invoice.paid", "invoice"],
  ["invoice.payment_failed", "invoice"],
  ["invoice.payment_action_required", "invoice"],
  ["charge.updated", "charge"],
  ["charge.refunded", "charge"],
  ["charge.refund.updated", "refund"],
  ["refund.created", "refund"],
  ["refund.updated", "refund"],
  ["refund.failed", "refund"],
  ["charge.dispute.created", "dispute"],
  ["charge.dispute.updated", "dispute"],
  ["charge.dispute.closed", "dispute"],
  ["charge.dispute.funds_withdrawn", "dispute"],
  ["charge.dispute.funds_reinstated", "dispute"],
])("the event %s alone updates the listing", async (type, of) => {
  await pay();
  payer.bank.refund(stripe.charges[0]!);
  const subject = OBJECTS[of]();
  payer.bank.state.events.length = 0;
  payer.bank.emit(type, subject as never);
  await stripe.deliverEvents((await stripe.standIn.takeEvents()).slice(0, 1));
  expect(await featuredUntil()).toBeNull();
});
