import { siteAlternativeSearch, siteNameSearch, siteSearch } from "#schema/derived-tables.ts";
import { separateLetters } from "./spaceless.ts";

/** Words that a search looks at, and their length; more of either would only cost. */
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;

/** The words of what a person typed; signs and operators fall away. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, 1000)
      .normalize("NFC")
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD_LENGTH).toLowerCase());
}

/** The texts of a site that a search looks through. */
export const ALL_TEXTS = ["name", "alternatives", "category", "description"] as const;
export type SearchColumns = readonly (typeof ALL_TEXTS)[number][];

/** One or more ways to spell each word that must be found. */
export type SearchTerms = string[][];

const start = (word: string) => `"${separateLetters(word)}" *`;
const all = (terms: SearchTerms) => terms.map((spellings) => `(${spellings.map(start).join(" OR ")})`).join(" AND ");

/** Words anywhere in a site's texts. */
export const matchAnywhere = all;

/** A full-text table and an expression for it. */
export type MatchTier = {
  table: typeof siteSearch | typeof siteNameSearch | typeof siteAlternativeSearch;
  match: string;
};

const NAME = siteNameSearch.name.name;

/** Names that begin so, then names that have the words. */
export const nameTiers = (terms: SearchTerms): MatchTier[] => [
  { table: siteNameSearch, match: `${NAME} : ^ ${start(terms.map(([word]) => word).join(" "))}` },
  { table: siteNameSearch, match: `${NAME} : (${all(terms)})` },
];

/**
 * Where to look, from the best kind of match to the weakest: the name starts so, words of the name, words of an
 * alternative's name, words anywhere. Words are letters and digits only and stand in quotes, so no input is syntax.
 */
export function matchTiers(
  terms: SearchTerms,
  { category, columns }: { category?: string | null | undefined; columns: SearchColumns },
): MatchTier[] {
  const within = category ? ` AND ${siteSearch.category.name} : "${category.replaceAll("_", " ")}"` : "";
  const texts = columns.map((column) => siteSearch[column].name).join(" ");
  const tiers: MatchTier[] = [
    ...nameTiers(terms),
    ...(columns.includes("alternatives")
      ? [{ table: siteAlternativeSearch, match: `${siteAlternativeSearch.alternatives.name} : (${all(terms)})` }]
      : []),
    { table: siteSearch, match: `{${texts}} : (${all(terms)})` },
  ];
  return tiers.map(({ table, match }) => ({ table, match: match + within }));
}
