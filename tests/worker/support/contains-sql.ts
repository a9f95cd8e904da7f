/** Returns whether a statement contains this SQL. Quotes, case and spacing do not count, because Drizzle writes them its own way. */
export const containsSql = (statement: string, sql: string) => plain(statement).includes(plain(sql));

const plain = (sql: string) => sql.toLowerCase().replace(/["`]/g, "").replace(/\s+/g, " ");
