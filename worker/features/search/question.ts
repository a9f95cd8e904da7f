import { type Address, readAddress, withoutAddresses } from "./address.ts";
import { completed, findLeft, namedProduct, productKeys } from "./leaving.ts";
import type { Wish } from "./thesaurus.ts";
import type { Entry, Vocabulary } from "./vocabulary.ts";
import { isLight, isOther, isYear, termKey, type Token, tokensOf } from "./words.ts";

/** What somebody asks the directory. */
export type Question = {
  /** What was typed, with words in place of addresses. */
  text: string;
  /** All that was typed is an address. */
  address: Address | undefined;
  /** All words, folded. */
  words: string[];
  /**
   * The product that the visitor may want to replace: possible names as `productKey` writes them, the best one first.
   * `isAsked`: the words say so ("alternative to").
   */
  product: { keys: string[]; words: string[]; isAsked: boolean; without: string } | null;
  /** What is needed: each unit is a word, or a term of the thesaurus, with all that means the same. */
  units: Unit[];
  wishes: (Wish & { without: string })[];
  /** The terms of the needs that the product serves, each as a list of words. */
  needs: string[][];
  /** Other products that serve these needs, as `productKey` writes them. */
  rivals: string[];
};

export type Unit = {
  /** The words as typed, folded. */
  words: string[];
  /** Terms that mean the same. Each is a list of words. */
  terms: string[][];
  /** Products that serve the need, as `productKey` writes them. */
  products: string[];
  /** The words name a need of the thesaurus. */
  isNeed: boolean;
};

/**
 * Reads a question. `vocabulary` has the thesaurus. `hasSubject`: the question is about something that it does not name,
 * such as the alternatives to a product. So it may consist of wishes alone.
 */
export function readQuestion(typed: string, vocabulary: Vocabulary, hasSubject = false): Question {
  const address = readAddress(typed);
  const text = address?.words ?? withoutAddresses(typed);
  const tokens = completed(tokensOf(text)).flatMap((token) => {
    const words = vocabulary.split(token.word) ?? [token.word];
    return words.map((word, index) => ({ ...token, word, isGlued: index > 0 || token.isGlued }));
  });
  const words = tokens.map(({ word }) => word);
  const without = (removed: ReadonlySet<Token>) =>
    tokens
      .filter((token) => !removed.has(token))
      .map(({ start, end }) => text.slice(start, end))
      .join(" ");

  const { wishes, rest: wished } = takeWishes(tokens, vocabulary, hasSubject);
  const wishedWords = wished.map(({ word }) => word);
  const left = vocabulary.find(wishedWords).length > 0 ? null : findLeft(wishedWords, vocabulary);
  // "password manager alternatives"
  const isNeed = left !== null && left.isNeed;
  const rest = isNeed ? [...wished.slice(...(left.need ?? [0, 0])), ...wished.slice(left.from, left.to)] : wished;
  const leaving = isNeed ? null : left;
  const productTokens = leaving ? rest.slice(leaving.from, leaving.to) : rest.filter(({ word }) => !isYear(word));
  const productWords = productTokens.map(({ word }) => word);
  const needTokens = leaving ? (leaving.need ? rest.slice(leaving.need[0], leaving.need[1]) : []) : rest;
  const keys = [...new Set([...(address?.products ?? []), ...productKeys(productWords, vocabulary)])];
  const needs = vocabulary.needsOf(keys);
  const removedForProduct = new Set(
    leaving ? rest.filter((token, at) => !needTokens.includes(token) && !leaving.beside.includes(at)) : productTokens,
  );
  return {
    text,
    address,
    words,
    product:
      keys.length === 0
        ? null
        : { keys, words: productWords, isAsked: leaving !== null, without: without(removedForProduct) },
    units: leaving ? [] : unitsOf(withoutTail(needTokens, vocabulary), vocabulary),
    wishes: wishes.map(({ wish, taken }) => ({ ...wish, without: without(new Set(taken)) })),
    needs: needs.flatMap(({ terms }) => terms),
    rivals: [...new Set(needs.flatMap(({ products }) => products))].filter((key) => !keys.includes(key)),
  };
}

type Taken = { wish: Wish; taken: Token[] };

const GLUE = new Set(["for", "on", "with", "in", "from", "made", "based", "works", "working"]);

/** Takes the wishes out of a question. If nothing else remains, the wishes are the need, unless it has a subject. */
function takeWishes(tokens: Token[], vocabulary: Vocabulary, hasSubject: boolean): { wishes: Taken[]; rest: Token[] } {
  const protectedTokens = new Set<Token>();
  for (const token of namedProduct(tokens, vocabulary)) protectedTokens.add(token);
  for (let length = vocabulary.longest; length > 1; length--) {
    for (let at = 0; at + length <= tokens.length; at++) {
      const span = tokens.slice(at, at + length);
      if (vocabulary.find(span.map(({ word }) => word)).some(({ isNeed }) => isNeed))
        for (const token of span) protectedTokens.add(token);
    }
  }
  let rest = [...tokens];
  const wishes: Taken[] = [];
  for (const { wish, words } of vocabulary.wishes) {
    const at = rest.findIndex(
      (_, index) =>
        words.every((word, offset) => rest[index + offset]?.word === word) &&
        !rest.slice(index, index + words.length).some((token) => protectedTokens.has(token)) &&
        (wish.kind !== "audience" || GLUE.has(rest[index - 1]?.word ?? "")),
    );
    if (at < 0) continue;
    const from = GLUE.has(rest[at - 1]?.word ?? "") ? at - 1 : at;
    const taken = rest.slice(from, at + words.length);
    const others = rest.filter((token) => !taken.includes(token));
    if (!hasSubject && others.every(({ word }) => isLight(word) && !isOther(word))) continue;
    if (!wishes.some((known) => known.wish === wish)) wishes.push({ wish, taken });
    rest = others;
  }
  return { wishes, rest };
}

/** Words after these are no must: "calendar with reminders", "CRM for dentists". */
const TAIL = new Set(["for", "with", "that", "which", "where", "without", "using", "via", "from", "in", "on"]);

function withoutTail(tokens: Token[], vocabulary: Vocabulary): Token[] {
  const words = tokens.map(({ word }) => word);
  const at = words.findIndex(
    (word, index) =>
      TAIL.has(word) &&
      words.slice(0, index).some((before) => !isLight(before)) &&
      vocabulary.find(words.slice(0, index + 2)).length === 0,
  );
  const head = at < 0 ? tokens : tokens.slice(0, at);
  return head.some(({ word }) => !isLight(word)) ? head : head.filter(({ word }) => !isYear(word));
}

type Span = { from: number; to: number; entries: Entry[]; isGlued: boolean };

/**
 * Joins words to terms of the thesaurus, so that as many words as possible are in terms, and in as few. Of two ways, the
 * one with the longer term at the end is taken: "free | video editor". Light words count only inside a term.
 */
function unitsOf(tokens: Token[], vocabulary: Vocabulary): Unit[] {
  const words = tokens.map(({ word }) => word);
  const best: { score: number; spans: Span[] }[] = [{ score: 0, spans: [] }];
  for (let to = 1; to <= words.length; to++) {
    const ways = Array.from({ length: Math.min(vocabulary.longest, to) }, (_, index) => {
      const from = to - index - 1;
      const span = words.slice(from, to);
      const isGlued = index > 0 && tokens.slice(from + 1, to).every((token) => token.isGlued);
      const entries = index === 0 && isLight(span[0]!) ? [] : vocabulary.find(span);
      if (index > 0 && entries.length === 0 && !isGlued) return undefined;
      const { score, spans } = best[from]!;
      return {
        score: score + (entries.length > 0 ? 10 * span.length : isGlued ? 5 : 0) - 1,
        spans: [...spans, { from, to, entries, isGlued }],
      };
    }).filter((way) => way !== undefined);
    best.push(ways.reduce((a, b) => (b.score >= a.score ? b : a)));
  }
  const { spans } = best.at(-1)!;
  const chosen = spans
    .filter(({ from, to, entries }) => entries.length > 0 || to - from > 1 || !isLight(words[from]!))
    .map(({ from, to, entries, isGlued }) => ({
      words: words.slice(from, to),
      entries: isGlued
        ? [...entries, { terms: [[words.slice(from, to).join("")]], products: [], isNeed: false }]
        : entries,
    }));
  const loose = chosen.filter((part) => part.entries.length === 0 && part.words.length === 1);
  const scattered = scatteredTerm(
    loose.flatMap((part) => part.words),
    vocabulary,
  );
  const isTaken = (part: (typeof chosen)[number]) => loose.includes(part) && scattered!.words.includes(part.words[0]!);
  const parts = scattered ? [scattered, ...chosen.filter((part) => !isTaken(part))] : chosen;
  return parts.map(({ words: typed, entries }) => {
    const byKey = new Map(entries.flatMap(({ terms }) => terms).map((term) => [termKey(term), term]));
    byKey.delete(termKey(typed));
    return {
      words: typed,
      terms: [...byKey.values()],
      products: [...new Set(entries.flatMap((entry) => entry.products))],
      isNeed: entries.some(({ isNeed }) => isNeed),
    };
  });
}

/** Finds the longest term among words that need not stand side by side: "scheduling social media posts". */
function scatteredTerm(words: string[], vocabulary: Vocabulary): { words: string[]; entries: Entry[] } | null {
  for (let length = Math.min(words.length, vocabulary.longest); length > 1; length--)
    for (const chosen of choices(words, length)) {
      const entries = vocabulary.findInAnyOrder(chosen);
      if (entries.length > 0) return { words: chosen, entries };
    }
  return null;
}

/** Returns all choices of `count` words in their order. */
const choices = (words: readonly string[], count: number): string[][] =>
  count === 0
    ? [[]]
    : words.flatMap((word, at) => choices(words.slice(at + 1), count - 1).map((others) => [word, ...others]));
