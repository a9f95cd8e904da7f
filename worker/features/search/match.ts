import { sql, type SQL } from "drizzle-orm";
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

/** Returns an FTS5 expression for texts with a word, or a phrase, that begins with the text. */
const beginsWith = (text: string) => `"${separateLetters(text)}" *`;

/** The words of a search as FTS5 expressions. `every` finds texts with all words, `beginning` texts that begin with them. */
export type Expressions = Record<"every" | "beginning", SQL>;

/** Words are quoted letters, digits and combining marks, so no input can become FTS5 syntax. */
export const expressionsOf = (words: string[]): Expressions => ({
  every: sql`${words.map((word) => `(${beginsWith(word)})`).join(" AND ")}`,
  beginning: sql`${`^ ${beginsWith(words.join(" "))}`}`,
});

export type MatchTier = {
  table: typeof siteSearch | typeof siteNameSearch | typeof siteAlternativeSearch;
  match: SQL;
};

const inColumns = (columns: string, expression: SQL, within = "") =>
  sql`${`{${columns}} : (`} || ${expression} || ${`)${within}`}`;

/** Returns two ways to match, the best one first: the name begins with the words, or contains all of them. */
export const nameTiers = ({ every, beginning }: Expressions, within = ""): [MatchTier, MatchTier] => [
  { table: siteNameSearch, match: inColumns(siteNameSearch.name.name, beginning, within) },
  { table: siteNameSearch, match: inColumns(siteNameSearch.name.name, every, within) },
];

type Options = { category?: string | null | undefined; columns: SearchColumns };

const withinCategory = ({ category }: Options) =>
  category ? ` AND ${siteSearch.category.name} : "${category.replaceAll("_", " ")}"` : "";

/** The last way to match. It finds all that the better ones find: the texts of the site together contain all words. */
export const lastTier = ({ every }: Pick<Expressions, "every">, options: Options): MatchTier => ({
  table: siteSearch,
  match: inColumns(options.columns.map((column) => siteSearch[column].name).join(" "), every, withinCategory(options)),
});

/** The better ways, the best one first: those of `nameTiers`, and the names of alternatives contain all words. */
export function betterTiers(expressions: Expressions, options: Options): MatchTier[] {
  const within = withinCategory(options);
  const name = siteAlternativeSearch.alternatives.name;
  return [
    ...nameTiers(expressions, within),
    ...(options.columns.includes("alternatives")
      ? [{ table: siteAlternativeSearch, match: inColumns(name, expressions.every, within) }]
      : []),
  ];
}
