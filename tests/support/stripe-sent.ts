import type { Stripe } from "stripe";

/** The SDK's type for values that a newer version of the API may add. */
type IsOther<Text> = [Text] extends [object] ? true : false;

/**
 * An object of Stripe's API as it is sent: plain JSON, where a decimal number is a text and only listed values are
 * allowed. Where the SDK's type allows an id or an object, both are allowed.
 */
export type Sent<Value> = Value extends Stripe.Decimal
  ? string
  : Value extends string
    ? IsOther<Value> extends true
      ? never
      : Value
    : Value extends number | boolean | null | undefined | void
      ? Value
      : Value extends (infer Item)[]
        ? Sent<Item>[]
        : { [Name in keyof Value]: Sent<Value[Name]> };

export type SentEvent<Type, Subject> = Sent<Omit<Stripe.EventBase, "data" | "type">> & {
  type: Sent<Stripe.Event.Type> & Type;
  data: { object: Sent<Subject> };
};
