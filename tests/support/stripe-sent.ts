import type { Stripe } from "stripe";
import type { Sent } from "#worker/dev/stripe/objects/plain.ts";

export type { Sent };

export type SentEvent<Type, Subject> = Sent<Omit<Stripe.EventBase, "data" | "type">> & {
  type: Sent<Stripe.Event.Type> & Type;
  data: { object: Sent<Subject> } & (Type extends `${string}.updated`
    ? { previous_attributes: Before<Sent<Subject>> }
    : {});
};

/** Changed fields as they were. Lists are whole. A field that is new was null. */
type Before<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: Before<Value[Name]> | null }
    : Value;
