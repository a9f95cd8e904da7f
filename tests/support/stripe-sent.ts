import type { Stripe } from "stripe";
import type { Sent } from "#worker/dev/stripe/objects/plain.ts";

export type { Sent };

export type SentEvent<Type, Subject> = Sent<Omit<Stripe.EventBase, "data" | "type">> & {
  type: Sent<Stripe.Event.Type> & Type;
  data: { object: Sent<Subject> };
};
