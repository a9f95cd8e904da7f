import type { Stripe } from "stripe";

/** Some fields of an object of Stripe's API, as the SDK types them. */
export type Sent<Value> = Value extends object ? { [Name in keyof Value]?: Sent<Value[Name]> } : Value;

export type SentEvent<Type extends Stripe.Event.Type, Subject> = Sent<Omit<Stripe.EventBase, "data" | "type">> & {
  type: Type;
  data: { object: Sent<Subject> };
};
