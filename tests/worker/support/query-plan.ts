import { env } from "cloudflare:workers";

const plans = new Map<string, string[]>();

/** The steps in which SQLite runs a query. Its values do not matter. */
export async function planOf(query: string): Promise<string[]> {
  const known = plans.get(query);
  if (known) return known;
  const values = Array.from(query.matchAll(/\?/g), () => null);
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...values)
    .all<{ detail: string }>();
  const plan = results.map(({ detail }) => detail);
  plans.set(query, plan);
  return plan;
}
