import { sql, type SQL } from "drizzle-orm";

/**
 * Like drizzle's `sql`, but numbers become a part of the text. For long queries with many constants: D1 allows only 100
 * parameters per query (https://developers.cloudflare.com/d1/platform/limits/).
 */
export const sqlWithNumbers = (strings: TemplateStringsArray, ...values: unknown[]): SQL =>
  sql(strings, ...values.map((value) => (typeof value === "number" ? sql.raw(String(value)) : value)));
