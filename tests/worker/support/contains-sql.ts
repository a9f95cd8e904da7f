/** Ignores quotes, case and spacing, which Drizzle writes its own way. */
export const containsSql = (statement: string, sql: string) => plain(statement).includes(plain(sql));

const plain = (sql: string) => sql.toLowerCase().replace(/["`]/g, "").replace(/\s+/g, " ");
