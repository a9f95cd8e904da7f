import type { Bank } from "./bank.ts";
import { mapOf, type Params, textOf } from "./form.ts";
import type { Metadata, Stored } from "./objects.ts";
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

export const retrieve = (path: string, kind: Stored["object"]): Route =>
  route<{ expand?: string[] }>("GET", `${path}/:id`, ["expand.*"], ({ bank, id }) => bank.find(kind, id));

export function required(params: Params, name: string): string {
  const value = textOf(params[name]);
  if (value) return value;
  throw refuse(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
}

/** An empty value deletes its key: https://docs.stripe.com/metadata */
export const changedMetadata = (before: Metadata, given: unknown): Metadata =>
  Object.fromEntries(Object.entries({ ...before, ...(mapOf(given) as Metadata) }).filter(([, value]) => value !== ""));

export const matchesFilter = (value: unknown, wanted: unknown) => wanted === undefined || value === wanted;

/** https://docs.stripe.com/api/pagination */
export function page(params: Params, all: { id: string }[]) {
  const after = all.findIndex(({ id }) => id === params["starting_after"]) + 1;
  const limit = Number(params["limit"] ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw refuse("Invalid limit: must be between 1 and 100.");
  return { object: "list", data: all.slice(after, after + limit), has_more: all.length > after + limit };
}
