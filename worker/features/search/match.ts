import { apart } from "./spaceless.ts";

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

export type SearchColumns = "name alternatives category description" | "name description";

/** One or more ways to spell each word that must be found. */
export type Terms = string[][];

const start = (word: string) => `"${apart(word)}" *`;
const all = (terms: Terms) => terms.map((spellings) => `(${spellings.map(start).join(" OR ")})`).join(" AND ");

/** Words anywhere in a site's texts. */
export const matchAnywhere = all;

/** A full-text table of migrations/0001_derived.sql and an expression for it. */
export type Tier = { table: string; match: string };

/** Names that begin so, then names that have the words. */
export const nameTiers = (terms: Terms): Tier[] => [
  { table: "site_name_search", match: `name : ^ ${start(terms.map(([word]) => word).join(" "))}` },
  { table: "site_name_search", match: `name : (${all(terms)})` },
];

/**
 * Where to look, from the best kind of match to the weakest: the name starts so, words of the name, words of an
 * alternative's name, words anywhere. Words are letters and digits only and stand in quotes, so no input is syntax.
 */
export function matchTiers(
  terms: Terms,
  { category, columns }: { category?: string | null | undefined; columns: SearchColumns },
): Tier[] {
  const within = category ? ` AND category : "${category.replaceAll("_", " ")}"` : "";
  const tiers: Tier[] = [
    ...nameTiers(terms),
    { table: "site_alternative_search", match: `alternatives : (${all(terms)})` },
    { table: "site_search", match: `{${columns}} : (${all(terms)})` },
  ];
  return tiers
    .filter(({ table }) => columns.includes("alternatives") || table !== "site_alternative_search")
    .map(({ table, match }) => ({ table, match: match + within }));
}
