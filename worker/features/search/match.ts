import { sql, type SQL } from "drizzle-orm";
import { siteNameSearch, siteSearch, siteStemSearch } from "#schema/search/derived-tables.ts";
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
/** The most words between two words of a term: "manage your passwords" is about a "password manager". */
const NEAR_WORDS = 3;

/** Words with which a listing compares itself with a product. */
const COMPARING = "alternative replacement substitute competitor clone instead like compatible successor similar".split(
  " ",
);

const quoted = (word: string) => `"${separateLetters(word)}"`;
const beginsWith = (text: string) => `${quoted(text)} *`;
const all = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(" AND ");
const any = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(" OR ");

const termExpression = (words: readonly string[]) =>
  words.length === 1 ? quoted(words[0]!) : `NEAR(${words.map(quoted).join(" ")}, ${NEAR_WORDS})`;

/** Typed words, and the same words as a phrase and joined: a text with the phrase fits better. */
const typedExpressions = (words: readonly string[]) =>
  words.length === 1 ? [quoted(words[0]!)] : [all(words.map(quoted)), quoted(words.join(" ")), quoted(words.join(""))];

const unitExpression = ({ words, terms }: Unit, maxTerms = Infinity, others: readonly string[][] = []) =>
  any([...typedExpressions(words), ...[...terms.slice(0, maxTerms), ...others].map(termExpression)]);

/** Returns all choices of `count` parts. */
function choices<T>(parts: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return parts.flatMap((part, at) => choices(parts.slice(at + 1), count - 1).map((others) => [part, ...others]));
}

/** What a query looks for. Null: nothing. */
export type Expressions = {
  /** Texts with all that is needed, as stems. */
  every: string | null;
  /** Like `every`, and narrower terms count, too. */
  wide: string | null;
  /** Texts with two thirds of three or more things that are needed. */
  most: string | null;
  /** Texts with anything that is needed. */
  some: string | null;
  /** Texts with a known need, if the question has other words, too. */
  need: string | null;
  /** Texts with a need that includes what is needed: "human resources" for "payroll". */
  broader: string | null;
  /** What is wanted beside a must, or beside the product. */
  extras: string | null;
  /** Texts that mention the asked product. */
  mention: string | null;
  /** Texts that compare themselves with the asked product. */
  comparison: string | null;
  /** Texts about a need that the product serves. */
  productNeed: string | null;
  /** Whole words: the only typed word. Stems are equal for some words that have little in common: excel, excellent. */
  whole: string | null;
  /** Whole words: texts with words that begin with the typed words. */
  beginnings: string | null;
  /** Whole words: names with the typed words. */
  name: string | null;
  /** Whole words: names that begin with the typed words. The last one may be incomplete, unless it is a need. */
  nameBeginning: string | null;
};

export function expressionsOf({ words, product, units, extras, needs }: Question): Expressions {
  const needed = units.slice(0, MAX_UNITS);
  const maxTerms = needed.length > 2 ? MAX_TERMS_OF_MANY : Infinity;
  const parts = needed.map((unit) => unitExpression(unit, maxTerms));
  const known = needed.filter(({ isNeed }) => isNeed);
  const typed = needed.flatMap((unit) => unit.words);
  const broader = needed.flatMap((unit) => unit.broader);
  const together = needed.length > 1 && typed.length <= 3 ? typedExpressions(typed).slice(1) : [];
  const asked = product?.isAsked ? all(product.words.map(quoted)) : null;
  // "pos" is a need, and not the beginning of "Postbox".
  const isOneNeed = words.length === 1 && known.length === 1;
  const isPlain = asked === null && words.length > 0;
  return {
    every: parts.length > 0 ? any([all(parts), ...together]) : null,
    wide:
      parts.length < 3 && needed.some(({ narrower }) => narrower.length > 0)
        ? all(needed.map((unit) => unitExpression(unit, maxTerms, unit.narrower)))
        : null,
    most: parts.length > 2 ? any(choices(parts, Math.ceil((parts.length * 2) / 3)).map(all)) : null,
    some: parts.length > 1 ? any(parts) : null,
    need: parts.length > 1 && known.length > 0 ? any(known.map((unit) => unitExpression(unit))) : null,
    broader: broader.length > 0 ? any(broader.map(termExpression)) : null,
    extras: extras.length > 0 ? any(extras.slice(0, MAX_UNITS).map((unit) => unitExpression(unit))) : null,
    mention: asked,
    comparison: asked && `(${asked}) AND (${any(COMPARING.map(quoted))})`,
    productNeed: needs.length > 0 ? any(needs.map(termExpression)) : null,
    whole: typed.length === 1 ? quoted(typed[0]!) : null,
    beginnings: isPlain ? all(words.map(beginsWith)) : null,
    name: isPlain ? all(words.map(quoted)) : null,
    nameBeginning: isPlain ? `^ ${isOneNeed ? quoted(words[0]!) : beginsWith(words.join(" "))}` : null,
  };
}

export type MatchTable = typeof siteStemSearch | typeof siteSearch | typeof siteNameSearch;

/** Limits an expression to columns, and to the sites of a category. */
export const within = (expression: string, columns: readonly string[], category: string | null | undefined) =>
  `{${columns.join(" ")}} : (${expression})${category ? ` AND category : "${category.replaceAll("_", " ")}"` : ""}`;

/** For suggestions: two ways to match names, the best one first. The name begins with the words, or contains them. */
export const nameMatches = (words: readonly string[]): SQL[] =>
  [`^ ${beginsWith(words.join(" "))}`, all(words.map(beginsWith))].map(
    (expression) => sql`${`name : (${expression})`}`,
  );
