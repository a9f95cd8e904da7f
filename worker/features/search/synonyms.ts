/** Words that people type, and words that listings use for the same. Staff add them in the admin. */
export type Synonym = { from: string; to: string; isBothWays: boolean };
