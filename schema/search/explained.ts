/** So many sites of a list are explained. */
export const MAX_EXPLAINED_SITES = 20;

/** What staff see of a search. */
export type ExplainedSearch = {
  /** What may be the name of a product. `is_asked`: the words ask to replace it. `is_found`: sites replace it. */
  product: { name: string; is_asked: boolean; is_found: boolean } | null;
  /** `same`: the first terms that mean the same. `is_need`: the thesaurus has the words as a need. */
  needed: { words: string; same: string[]; is_need: boolean }[];
  wishes: string[];
  /** The first terms of the needs that the product serves. */
  product_needs: string[];
  /** The first sites of the list, at most `MAX_EXPLAINED_SITES`. */
  sites: ExplainedSite[];
};

export type ExplainedSite = {
  place: number;
  name: string;
  slug: string;
  is_exact: boolean;
  sum: number;
  /** The rules that hold. */
  rules: { rule: string; says: string; points: number }[];
};
