/** Whether a statement holds these words, however its SQL is written: Drizzle quotes names and writes small letters. */
export const containsSql = (statement: string, words: string) => plain(statement).includes(plain(words));

const plain = (sql: string) => sql.toLowerCase().replace(/["`]/g, "").replace(/\s+/g, " ");
