import type { Stripe } from "stripe";

/** The SDK's type for values that a newer version of the API may add. The stand-in has one version, so it drops them. */
type IsOther<Text> = [Text] extends [object] ? true : false;

/** Stripe can expand an id to its object: https://docs.stripe.com/expand. Then the SDK's union contains `string`. */
type IsExpandable<Value> = string extends (Value extends string ? (IsOther<Value> extends true ? never : Value) : never)
  ? true
  : false;

type Json<Value, Expanded extends boolean> = Value extends Stripe.Decimal
  ? string
  : Value extends string
    ? IsOther<Value> extends true
      ? never
      : Value
    : Value extends number | boolean | null | undefined | void
      ? Value
      : Value extends (infer Item)[]
        ? Json<Part<Item, Expanded>, Expanded>[]
        : { [Name in keyof Value]: Json<Part<Value[Name], Expanded>, Expanded> };

type Part<Value, Expanded extends boolean> = Expanded extends true
  ? Value
  : IsExpandable<Value> extends true
    ? Exclude<Value, { id: string }>
    : Value;

/**
 * An object of Stripe's API as it is sent: plain JSON, where a decimal number is a text and only listed values are
 * allowed. Where the SDK's type allows an id or an object, both are allowed.
 */
export type Sent<Value> = Json<Value, true>;

/** The same as the stand-in stores it and answers it: only ids stand where the SDK's type allows an id or an object. */
export type Plain<Value> = Json<Value, false>;

/** `data` holds all there is: https://docs.stripe.com/api/pagination */
export const listOfAll = <Item>(url: string, data: Item[]) => ({
  object: "list" as const,
  data,
  has_more: false,
  url,
});

/** What a builder needs: the fields `Needed`, and any others that differ from the defaults. */
export type New<Kind extends { id: string; created: number }, Needed extends keyof Kind = never> = Partial<Kind> &
  Pick<Kind, "id" | "created" | Needed>;
