import { sql, type SQL } from "drizzle-orm";

/** Values for `IN` as one JSON parameter, because D1 allows only 100 parameters per query. */
export const jsonList = (values: Iterable<string | number>): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;
