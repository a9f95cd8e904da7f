import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";

type Meter = { d1: D1Database; roundTrips: number; rowsRead: number; rowsWritten: number; d1Ms: number };

/** The rows that a list, a search, and either with numbers beside its filters may read in a directory of any size. */
export const MOST_ROWS = { list: 5300, search: 6000, numbers: 10_100 };

/** Counts the queries of the returned `d1`: round trips, the rows by which D1 bills, and the time that D1 reports. */
export function meter(d1: D1Database): Meter {
  const counts: Meter = { d1, roundTrips: 0, rowsRead: 0, rowsWritten: 0, d1Ms: 0 };
  const count = <T extends { meta: { rows_read?: number; rows_written?: number; duration?: number } }>(
    result: T,
  ): T => {
    counts.rowsRead += result.meta.rows_read ?? 0;
    counts.rowsWritten += result.meta.rows_written ?? 0;
    counts.d1Ms += result.meta.duration ?? 0;
    return result;
  };
  const real = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      async all() {
        counts.roundTrips += 1;
        return count(await statement.all());
      },
      async raw() {
        counts.roundTrips += 1;
        const { results } = count(await statement.all<Record<string, unknown>>());
        return results.map((row) => Object.values(row));
      },
      async run() {
        counts.roundTrips += 1;
        return count(await statement.run());
      },
    };
    real.set(wrapped, statement);
    return wrapped as unknown as D1PreparedStatement;
  };
  counts.d1 = {
    prepare: (query: string) => wrap(d1.prepare(query)),
    async batch(statements: D1PreparedStatement[]) {
      counts.roundTrips += 1;
      const results = await d1.batch(statements.map((statement) => real.get(statement) ?? statement));
      return results.map(count);
    },
  } as unknown as D1Database;
  return counts;
}
