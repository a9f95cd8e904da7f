import { siteAlternativeSearch, siteNameSearch, siteSearch } from "#schema/derived-tables.ts";
import { separateLetters } from "./spaceless.ts";

/** Further words, and further letters of a word, are ignored: they would only make the query slower. */
const MAX_WORDS = 8;
const MAX_LETTERS = 40;

/** Returns the words of a typed text in lower case, without punctuation and operators. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, 1000)
      .normalize("NFC")
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_LETTERS).toLowerCase());
}

export const ALL_TEXTS = ["name", "alternatives", "category", "description"] as const;
export type SearchColumns = readonly (typeof ALL_TEXTS)[number][];

/** The words that must all be found. Each word is a list of spellings, of which one must be found. */
export type SearchTerms = string[][];

const beginsWith = (word: string) => `"${separateLetters(word)}" *`;

/** Returns an FTS5 expression. A term is found if a word begins with one of its spellings. */
export const matchAll = (terms: SearchTerms) =>
  terms.map((spellings) => `(${spellings.map(beginsWith).join(" OR ")})`).join(" AND ");

export type MatchTier = {
  table: typeof siteSearch | typeof siteNameSearch | typeof siteAlternativeSearch;
  match: string;
};

const NAME = siteNameSearch.name.name;

/** Returns two ways to match, the best one first: the name begins with the text, or contains all terms. */
export const nameTiers = (terms: SearchTerms): MatchTier[] => [
  { table: siteNameSearch, match: `${NAME} : ^ ${beginsWith(terms.map(([word]) => word).join(" "))}` },
  { table: siteNameSearch, match: `${NAME} : (${matchAll(terms)})` },
];

/**
 * Returns the ways to match, the best one first:
 * - the name begins with the text
 * - the name contains all terms
 * - the names of alternatives contain all terms
 * - the texts of the site together contain all terms
 *
 * Terms are quoted letters, digits and combining marks, so no input can become FTS5 syntax.
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
      ? [{ table: siteAlternativeSearch, match: `${siteAlternativeSearch.alternatives.name} : (${matchAll(terms)})` }]
      : []),
    { table: siteSearch, match: `{${texts}} : (${matchAll(terms)})` },
  ];
  return tiers.map(({ table, match }) => ({ table, match: match + within }));
}
