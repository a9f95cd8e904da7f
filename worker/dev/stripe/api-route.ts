import type { Bank } from "./bank.ts";
import { type Params, textOf } from "./form.ts";
import { refuse } from "./store.ts";

/** `id` is the last id of the path. */
type Call = { bank: Bank; params: Params; id: string };
export type Route = { method: string; path: RegExp; allowed: readonly string[]; act(call: Call): unknown };

/** Parameter names, which the compiler checks against the SDK's types. */
type Of<T> = readonly ((keyof T & string) | `${keyof T & string}.${string}`)[];

export const route = <T>(method: string, path: string, allowed: Of<T>, act: Route["act"]): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replaceAll(":id", "([^/]+)")}$`),
  allowed,
  act,
});

export function required(params: Params, name: string): string {
  const value = textOf(params[name]);
  if (value) return value;
  throw refuse(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
}

/** Returns null for an empty text. Throws if it is longer than Stripe's 500 characters. */
export function shortText(value: unknown): string | null {
  const text = textOf(value) ?? "";
  if (text.length > 500) throw refuse("Invalid string: must be at most 500 characters");
  return text === "" ? null : text;
}

export const matchesFilter = (value: unknown, wanted: unknown) => wanted === undefined || value === wanted;

/** https://docs.stripe.com/api/pagination */
export function page(url: string, params: Params, all: { id: string }[]) {
  const after = all.findIndex(({ id }) => id === params["starting_after"]) + 1;
  const limit = Number(params["limit"] ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw refuse("Invalid limit: must be between 1 and 100.");
  return { object: "list", data: all.slice(after, after + limit), has_more: all.length > after + limit, url };
}
