export type Params = Record<string, unknown>;

/**
 * Parses Stripe's form bodies: `items[0][price]=x` becomes `{items: {0: {price: "x"}}}` and the name `items.*.price`.
 */
export function parseForm(text: string): { params: Params; names: string[] } {
  const params: Params = {};
  const names: string[] = [];
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter(Boolean);
    names.push(path.map((part) => (/^\d+$/.test(part) ? "*" : part)).join("."));
    let at: Params = params;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Params;
    at[path.at(-1)!] = value;
  }
  return { params, names };
}

/** Returns the names that no pattern allows. A `*` in a pattern matches one part of a name. */
export function unknownNames(names: string[], allowed: readonly string[]): string[] {
  const patterns = allowed.map((pattern) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`));
  return names.filter((name) => !patterns.some((pattern) => pattern.test(name)));
}

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const mapOf = (value: unknown): Params => (typeof value === "object" && value !== null ? (value as Params) : {});
export const listOf = (value: unknown): unknown[] => Object.values(mapOf(value));
