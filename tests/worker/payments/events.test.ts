import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "#worker/adapters/stripe/webhook-events.ts";
import type { EventType, Stored } from "#worker/dev/stripe/objects.ts";
import { usePayer } from "../support/payer.ts";

const payer = usePayer();
const { stripe, pay, featuredUntil } = payer;

const OBJECTS = {
  "customer.subscription": () => stripe.subscriptions[0]!,
  invoice: () => stripe.invoices[0]!,
  charge: () => stripe.charges[0]!,
  refund: () => payer.bank.list("refund")[0]!,
  "charge.refund.": () => payer.bank.list("refund")[0]!,
  "charge.dispute": () => payer.bank.openDispute(stripe.charges[0]!, "warning_needs_response"),
} satisfies Record<string, () => Stored>;

/** The kind of the object in an event, by the start of the type. */
const kindOf = (type: EventType) =>
  (["customer.subscription", "invoice", "charge.dispute", "charge.refund.", "refund", "charge"] as const).find(
    (start) => type.startsWith(start),
  )!;

// Endpoints of older versions of the API may still get the last one: https://docs.stripe.com/refunds#failed-refunds
test.each<EventType>([...WEBHOOK_EVENTS, "charge.refund.updated"])(
  "the event %s alone updates the listing",
  async (type) => {
    await pay();
    payer.bank.refund(stripe.charges[0]!);
    const subject = OBJECTS[kindOf(type)]();
    payer.bank.state.events.length = 0;
    payer.bank.emit(type, subject as never);
    await stripe.deliverEvents([await stripe.takeEvent(type)]);
    expect(await featuredUntil()).toBeNull();
  },
);
