import thesaurus from "./thesaurus.json" with { type: "json" };

// What people call the needs that software serves, and the products that serve them. The search reads it in both
// directions: a question for a need finds sites that replace its products, and a question for a product falls back to
// its needs.

/** A need that software serves. */
export type Need = {
  /** Terms with the same meaning: a search for one also finds the others. The first one is the name that visitors see. */
  terms: readonly string[];
  /** Products of this kind. A search for one falls back to the need, and sites that replace one serve the need. */
  products: readonly string[];
  /** One of `sources`: a public list with a section for this need. */
  source: string;
};

export const NEEDS: readonly Need[] = Object.values(thesaurus.needs).flat();

/** Words that mean the same in any question. */
export const SAME_WORDS: readonly (readonly string[])[] = Object.values(thesaurus.sameWords).flat();

/** Names of one product: former, short and other ones. A question for one finds the sites that replace any of them. */
export const SAME_PRODUCTS: readonly (readonly string[])[] = thesaurus.sameProducts;
