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
};

/**
 * A wish beside the need: "open source", "for teams". It raises the listings that meet it and hides none.
 *
 * - `asked`: how people say it, as folded words. Those of the kind "audience" need a word such as "for" before them,
 *   because "teams" may also be the subject.
 * - `says`: what such a site does, if that is not "is" and the label.
 * - `filter`: the filter of lists and its values that say that a listing meets it. What a listing states counts first.
 * - `texts`: parts of a listing's description or name, in lower case, that show that it meets the wish. A space stands
 *   for the beginning or the end of a word.
 * - `links`: parts of a listing's link that show it.
 * - `hints`: texts that make it likely. They count half.
 */
export type Wish = {
  label: string;
  says?: string;
  asked: readonly string[];
  kind?: string;
  filter?: readonly string[];
  texts: readonly string[];
  links?: readonly string[];
  hints?: readonly string[];
};

export const WISHES: readonly Wish[] = thesaurus.wishes;

export const NEEDS: readonly Need[] = Object.values(thesaurus.needs).flat();

/** Words that mean the same in any question. */
export const SAME_WORDS: readonly (readonly string[])[] = Object.values(thesaurus.sameWords).flat();

/** Names of one product: former, short and other ones. A question for one finds the sites that replace any of them. */
export const SAME_PRODUCTS: readonly (readonly string[])[] = thesaurus.sameProducts;
