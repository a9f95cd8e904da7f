/** What is known about a term. */
export type Entry = {
  terms: string[][];
  products: string[];
  isNeed: boolean;
};

/** What a reader of questions knows. */
export type KnownTerms = {
  /** The most words of a term. */
  readonly longest: number;
  /** Returns what is known about these words as one term. */
  find(words: readonly string[]): Entry[];
  /** The same, if they are the words of a need in another order. */
  findInAnyOrder(words: readonly string[]): Entry[];
  /** Returns the words of a term that is written as one word: "passwordmanager". */
  split(word: string): string[] | undefined;
  /** Returns the keys of all names of a product. */
  namesOf(key: string): readonly string[];
  /** Returns true for the key of a product that the thesaurus names. */
  isProduct(key: string): boolean;
  /** Returns true for a word of a term, and for one that says how somebody asks. */
  knows(word: string): boolean;
  /** Returns the needs that a product serves. */
  needsOf(keys: readonly string[]): Entry[];
};
