import type { Question, Unit } from "./question.ts";
import { separateLetters } from "./spaceless.ts";

// FTS5 expressions. Words are quoted letters, digits and combining marks, so no input can become FTS5 syntax.

/** The texts that a search may be limited to. */
export const ALL_TEXTS = ["name", "alternatives", "category", "description"] as const;
export type SearchColumns = readonly (typeof ALL_TEXTS)[number][];

/** More units of a question would only make the query slower. */
const MAX_UNITS = 6;
/** Further terms of a unit are left out if the question has many units: each is a list to read. */
const MAX_TERMS_OF_MANY = 4;

const quoted = (word: string) => `"${separateLetters(word)}"`;
const beginsWith = (text: string) => `${quoted(text)} *`;
const all = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(" AND ");
const any = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(" OR ");

/** How near the words of a term stand is a matter of points. */
const termExpression = (words: readonly string[]) => all(words.map(quoted));

const unitExpression = ({ words, terms }: Unit, maxTerms = Infinity) =>
  any([words, ...terms.slice(0, maxTerms)].map(termExpression));

/** What a query looks for. Null: nothing. */
type Expressions = {
  /** Texts with all that is needed, as stems. */
  words: string | null;
  /** Texts with a known need, if the question has other words, too, or with a need that the product serves. */
  need: string | null;
  /** Whole words: texts with words that begin with the typed words. */
  beginnings: string | null;
  /** Whole words: names with the typed words. */
  nameWords: string | null;
  /** Whole words: names that begin with the typed words. The last one may be incomplete, unless it is a need. */
  nameBeginning: string | null;
};

export function expressionsOf({ words, product, units, needs }: Question): Expressions {
  const needed = units.slice(0, MAX_UNITS);
  const maxTerms = needed.length > 2 ? MAX_TERMS_OF_MANY : Infinity;
  const parts = needed.map((unit) => unitExpression(unit, maxTerms));
  const known = needed.filter(({ isNeed }) => isNeed);
  const fillers = [
    ...(parts.length > 1 ? known.map((unit) => unitExpression(unit)) : []),
    ...needs.map(termExpression),
  ];
  const typed = needed.flatMap((unit) => unit.words);
  const together = needed.length > 1 && typed.length <= 3 ? [quoted(typed.join(""))] : [];
  // "pos" is a need, and not the beginning of "Postbox".
  const isOneNeed = words.length === 1 && known.length === 1;
  const isPlain = !product?.isAsked && words.length > 0;
  return {
    words: parts.length > 0 ? any([all(parts), ...together]) : null,
    need: fillers.length > 0 ? any(fillers) : null,
    beginnings: isPlain ? all(words.map(beginsWith)) : null,
    nameWords: isPlain ? all(words.map(quoted)) : null,
    nameBeginning: isPlain ? `^ ${isOneNeed ? quoted(words[0]!) : beginsWith(words.join(" "))}` : null,
  };
}

/** Limits an expression to columns, and to the sites of a category. */
export const within = (expression: string, columns: readonly string[], category: string | null | undefined) =>
  `{${columns.join(" ")}} : (${expression})${category ? ` AND category : "${category.replaceAll("_", " ")}"` : ""}`;

/** For suggestions: two ways to match names, the best one first. The name begins with the words, or contains them. */
export const nameMatches = (words: readonly string[]): string[] =>
  [`^ ${beginsWith(words.join(" "))}`, all(words.map(beginsWith))].map((expression) => `name : (${expression})`);
