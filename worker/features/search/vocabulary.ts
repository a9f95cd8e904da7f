import { productKey } from "../../names/products.ts";
import { editsBetween } from "./edits.ts";
import { NO_SYNONYMS, type Synonym } from "./synonyms.ts";
import { type Need, NEEDS, SAME_PRODUCTS, SAME_WORDS, WISHES } from "./thesaurus.ts";
import { isAsking, MIN_PART, stemOf, termKey, wordsOf } from "./words.ts";

/** What is known about a term. */
export type Entry = { terms: string[][]; products: string[]; isNeed: boolean };

const NOTHING: Entry = { terms: [], products: [], isNeed: false };

/** The stems of the thesaurus, so that each is made once. */
const knownStems = new Map<string, string>();
function knownStem(word: string): string {
  const stem = knownStems.get(word) ?? stemOf(word);
  knownStems.set(word, stem);
  return stem;
}
/** Plain letters need no folding, which takes most of the time of building a vocabulary. */
const termWords = (term: string) => (/^[a-z\d ]+$/.test(term) ? term.split(" ") : wordsOf(term));

const nameKey = (name: string) =>
  /^[a-z\d ]+$/i.test(name) ? name.toLowerCase().replaceAll(" ", "") : productKey(name);

/** Words that mean the same, by their stems, and the first stem of each such group. */
const sameWords = new Map<string, string[]>();
const firstStems = new Map<string, string>();
for (const group of SAME_WORDS) {
  const words = group.map(termWords).flatMap((term) => (term.length === 1 ? term : []));
  for (const word of words) {
    const stem = knownStem(word);
    sameWords.set(stem, [...(sameWords.get(stem) ?? []), ...words]);
    if (!firstStems.has(stem)) firstStems.set(stem, firstStems.get(knownStem(words[0]!)) ?? knownStem(words[0]!));
  }
}

/** Equal for terms of two or more words that differ only in words with the same meaning. */
const keyOf = (words: readonly string[], stem: (word: string) => string) =>
  words.length === 1 ? stem(words[0]!) : termKey(words, (word) => firstStems.get(stem(word)) ?? stem(word));

const inOrder = (key: string) => key.split(" ").toSorted().join(" ");

/** Returns the terms, and those of two or more words with one word replaced by another that means the same. */
function withSameWords(terms: string[][]): string[][] {
  const others = terms
    .filter((words) => words.length > 1)
    .flatMap((words) =>
      words.flatMap((word, at) => {
        const group = sameWords.get(knownStem(word)) ?? [];
        return group.map((same) => words.with(at, same));
      }),
    );
  return [...new Map([...others, ...terms].toReversed().map((words) => [termKey(words), words])).values()];
}

/** Its terms are made when a question first asks for them: a question needs few of all needs. */
function needEntry({ terms, products }: Need): Entry {
  let made: string[][] | undefined;
  return {
    get terms() {
      return (made ??= withSameWords(terms.map(termWords)));
    },
    products: products.map(nameKey),
    isNeed: true,
  };
}

const lettersOf = (word: string) => [...word].toSorted().join("");

/** All that a search adds to words. */
export class Vocabulary {
  readonly #entries = new Map<string, Entry[]>();
  /** By its stems in the order of the alphabet. */
  readonly #scattered = new Map<string, Entry[]>();
  readonly #needsOfProduct = new Map<string, Entry[]>();
  readonly #joined = new Map<string, string[]>();
  readonly #words = new Set<string>();
  readonly #typedWords = new Set<string>();
  readonly #names = new Map<string, readonly string[]>();
  /** The usual names of products, by the keys of all their names. */
  readonly #productNames = new Map<string, string>();
  /** The most words of a term. */
  readonly longest: number = 1;
  /** How wishes are said, the longest phrases first. */
  readonly wishes = WISHES.flatMap((wish) => wish.asked.map((phrase) => ({ wish, words: phrase.split(" ") }))).toSorted(
    (a, b) => b.words.length - a.words.length,
  );

  constructor(synonyms: readonly Synonym[] = NO_SYNONYMS) {
    for (const need of NEEDS) {
      const entry = needEntry(need);
      for (const term of need.terms) this.#add(termWords(term), entry);
      for (const [at, key] of entry.products.entries()) {
        this.#productNames.set(key, need.products[at]!);
        const known = this.#needsOfProduct.get(key) ?? [];
        this.#needsOfProduct.set(key, [...known, entry]);
      }
    }
    for (const group of SAME_WORDS) {
      const terms = group.map(termWords);
      for (const words of terms) this.#add(words, { ...NOTHING, terms });
    }
    for (const names of SAME_PRODUCTS) {
      const keys = names.map(nameKey);
      for (const key of keys) {
        this.#names.set(key, keys);
        this.#productNames.set(key, names[0]!);
      }
    }
    this.#addSynonyms(synonyms);
    // One more for an article.
    this.longest = Math.max(...[...this.#entries.keys()].map((key) => key.split(" ").length)) + 1;
  }

  #add(words: string[], entry: Entry) {
    const key = keyOf(words, knownStem);
    this.#entries.set(key, [...(this.#entries.get(key) ?? []), entry]);
    for (const word of words) {
      this.#words.add(knownStem(word));
      this.#typedWords.add(word);
    }
    if (words.length > 1 && entry.isNeed) {
      const scattered = inOrder(key);
      this.#scattered.set(scattered, [...(this.#scattered.get(scattered) ?? []), entry]);
    }
    if (words.length > 1) this.#joined.set(stemOf(words.join("")), words);
  }

  /** A synonym of a need also finds what the need finds. */
  #addSynonyms(synonyms: readonly Synonym[]) {
    const read = synonyms.map(({ term, means, isMutual }) => ({
      words: wordsOf(term),
      meant: means.map(wordsOf),
      isMutual,
    }));
    const known = read.map(({ meant }) => meant.flatMap((words) => this.find(words)));
    for (const [index, { words, meant, isMutual }] of read.entries()) {
      for (const entry of [{ ...NOTHING, terms: [words, ...meant] }, ...known[index]!]) this.#add(words, entry);
      if (isMutual) for (const other of meant) this.#add(other, { ...NOTHING, terms: [words] });
    }
  }

  /** Returns the words of a term that is written as one word: "passwordmanager". */
  split(word: string): string[] | undefined {
    return this.#entries.has(stemOf(word)) ? undefined : this.#joined.get(stemOf(word));
  }

  /** Returns what is known about these words as one term. */
  find(words: readonly string[]): Entry[] {
    return this.#entries.get(keyOf(words, stemOf)) ?? [];
  }

  /** The same, if they are the words of a need in another order. */
  findInAnyOrder(words: readonly string[]): Entry[] {
    return this.#scattered.get(inOrder(keyOf(words, stemOf))) ?? [];
  }

  /** Returns true for a word of a term, and for one that says how somebody asks. */
  knows(word: string): boolean {
    return isAsking(word) || this.#words.has(stemOf(word));
  }

  /** Returns the words of the thesaurus that differ from this one in one letter, or in the order of their letters. */
  nearWords(word: string): string[] {
    return [...this.#typedWords].filter(
      (known) =>
        known.length >= MIN_PART &&
        Math.abs(known.length - word.length) <= 1 &&
        (editsBetween(word, known) === 1 || lettersOf(known) === lettersOf(word)),
    );
  }

  /** Returns true for the key of a product that the thesaurus names. */
  isProduct(key: string): boolean {
    return this.#productNames.has(key);
  }

  /** Returns the usual name of such a product. */
  productName(key: string): string | undefined {
    return this.#productNames.get(key);
  }

  /** Returns the keys of all names of a product. */
  namesOf(key: string): readonly string[] {
    return this.#names.get(key) ?? [];
  }

  /** Returns the needs that a product serves. */
  needsOf(keys: readonly string[]): Entry[] {
    return [...new Set(keys.flatMap((key) => this.#needsOfProduct.get(key) ?? []))];
  }
}
