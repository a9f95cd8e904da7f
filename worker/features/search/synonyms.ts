import * as z from "zod/mini";

/** Words that people type, and words that listings use for the same. Staff add them in the admin. */
export type Synonym = { from: string; to: string; isBothWays: boolean };

/** The key of KV whose value is all synonyms as JSON. */
export const SYNONYMS_KEY = "search:synonyms";

const stored = z.array(z.object({ from: z.string(), to: z.string(), isBothWays: z.boolean() }));

/** Returns no synonyms if the text is broken. Cron repairs it. */
export function parseSynonyms(text: string): Synonym[] {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
