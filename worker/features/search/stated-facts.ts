import { type SQL, sql } from "drizzle-orm";
import { factOf, FILTERS } from "#schema/facts/facts.ts";
import { sites } from "#schema/tables/sites.ts";

// SQL conditions for `sites`. They use no `json_each`, because D1 bills each row of it.

/** SQL for the value of the fact of a filter, as text. NULL if it is not stated. */
const stated = (filter: string) => sql`${sites.facts} ->> ${sql.raw(`'${FILTERS.get(filter)}'`)}`;

/** The site states one of these values. */
export function meetsFilter(filter: string, values: readonly string[]): SQL {
  const { kind } = factOf(FILTERS.get(filter)!);
  const value = stated(filter);
  if (kind === "yes_no") return sql`coalesce(${value}, 0)`;
  const isOne = kind === "choice" || kind === "country";
  const conditions = values.map((one) =>
    isOne ? sql`${value} = ${literal(one)}` : sql`instr(${value}, ${literal(JSON.stringify(one))})`,
  );
  return sql`coalesce(${sql.join(conditions, sql` OR `)}, false)`;
}

/** The site states "no". */
export const deniesFilter = (filter: string): SQL =>
  factOf(FILTERS.get(filter)!).kind === "yes_no" ? sql`${stated(filter)} IS 0` : sql`false`;

/** A text as a part of the query: as parameters, the values of all filters would be too many for D1. */
const literal = (text: string) => sql.raw(`CAST(x'${Buffer.from(text).toString("hex")}' AS TEXT)`);
