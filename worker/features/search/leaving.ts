import { productKey } from "../../names/products.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { isLight, isOther, OTHER, OTHER_ABROAD, RIVAL, type Token } from "./words.ts";

// How people ask for something to use instead of a product.

/**
 * The forms of asking for something to use instead of a product, over the folded words. `x` is the product, `need` what
 * else is said.
 */
const CLEAR_FORMS: readonly RegExp[] = [
  new RegExp(`^(?<need>.*?)\\b(?:${OTHER}|${RIVAL}) (?:to|of|from) (?<x>.+)$`),
  new RegExp(`^(?<x>.+?) (?:${OTHER}) (?<need>for .+)$`),
  new RegExp(`^(?<need>.*?)\\b(?:${OTHER}) for (?<x>.+)$`),
  new RegExp(`^(?<need>.*?)\\b(?:${OTHER_ABROAD}) (?:zu|zum|zur|fur|a|al|au|aux|ao|de|di|voor|til|till) (?<x>.+)$`),
  /^(?<need>.*?)\b(?:instead of|rather than|other than|in place of|similar to|comparable to|compared to) (?<x>.+)$/,
  /^(?<need>.*?)\b(?:switch|switching|migrate|migrating|move|moving|get away|coming) (?:away )?from (?<x>.+?)(?: to .+)?$/,
  /^(?<need>.*?\b(?:something|anything|apps?|sites?|websites?|tools?|software|programs?|services?|products?|platforms?)) like (?<x>.+)$/,
  /^(?<x>.+?) (?:vs|versus) ?.*$/,
  /^sites? similar (?<x>.+)$/,
  new RegExp(`^(?<x>.+?) (?:${OTHER}|${OTHER_ABROAD})(?<need>(?: .*)?)$`),
  /^(?<x>.+?) like (?<need>(?:apps?|sites?|tools?|software|programs?|services?)(?: .*)?)$/,
];
/** These may also say what software does: "leave management", "disk clone tool", "like counter". */
const DOUBTFUL_FORMS: readonly RegExp[] = [
  /^(?:how to |i want to )?(?:replace|replacing|leave|leaving|quit|quitting|ditch|ditching|get rid of|degoogle) (?<x>.+?)(?: with .+)?$/,
  /^(?<need>.+?) like (?<x>.+)$/,
  /^like (?<x>.+)$/,
  new RegExp(`^(?<need>.*?)\\b(?:${RIVAL}) for (?<x>.+)$`),
  new RegExp(`^(?<x>.+?) (?:${RIVAL})(?<need>(?: .*)?)$`),
];

const MIN_FORM_PART = 4;

/** While "slack alternatives" is being typed, "slack altern" means the same. */
export function completed(tokens: Token[]): Token[] {
  const last = tokens.at(-1);
  const form = ["alternatives", "replacement", "competitors"].find((word) => last && word.startsWith(last.word));
  if (tokens.length < 2 || !form || isOther(last!.word) || last!.word.length < MIN_FORM_PART) return tokens;
  return [...tokens.slice(0, -1), { ...last!, word: form }];
}

/** Words between two products, of which the first one counts. */
const JOINING = new Set(["and", "or"]);

/** `isNeed`: the words name a need, and no product. `beside` are words that say more about the product: "decentralized" in "decentralized twitter alternative". */
type Leaving = { from: number; to: number; need: [number, number] | null; beside: number[]; isNeed: boolean };

/**
 * Finds the product to leave. If the thesaurus knows only a part of its words as a product, the other words say more
 * about it.
 */
export function findLeft(words: string[], vocabulary: Vocabulary): Leaving | null {
  const leaving = findLeaving(words, CLEAR_FORMS, vocabulary);
  if (!leaving) return findDoubtful(words, vocabulary);
  const { from, to } = leaving;
  const isKnown = (start: number, end: number) =>
    !isLight(words[start]!) &&
    !isLight(words[end - 1]!) &&
    productKeys(words.slice(start, end), vocabulary).some((key) => vocabulary.isProduct(key));
  const named = words.slice(from, to);
  const isNeed = vocabulary.find(named).some((entry) => entry.isNeed);
  if (isNeed && !isProduct(named, vocabulary)) return { ...leaving, isNeed };
  if (isKnown(from, to)) return leaving;
  for (let length = to - from - 1; length > 0; length--) {
    for (const start of JOINING.has(words[from + length]!) ? [from] : [to - length, from]) {
      if (!isKnown(start, start + length)) continue;
      const places = Array.from({ length: to - from }, (_, index) => from + index);
      return {
        ...leaving,
        from: start,
        to: start + length,
        beside: places.filter((at) => at < start || at >= start + length),
      };
    }
  }
  return leaving;
}

/** A doubtful form counts if its words are a known product, or if all of them are unknown. */
function findDoubtful(words: string[], vocabulary: Vocabulary): Leaving | null {
  const leaving = findLeaving(words, DOUBTFUL_FORMS, vocabulary);
  const named = leaving ? words.slice(leaving.from, leaving.to) : [];
  return isProduct(named, vocabulary) || !named.some((word) => vocabulary.knows(word)) ? leaving : null;
}

const isProduct = (words: string[], vocabulary: Vocabulary) =>
  productKeys(words, vocabulary).some((key) => vocabulary.isProduct(key));

/** Finds the product in one of these forms of leaving. Positions count words. */
function findLeaving(words: string[], forms: readonly RegExp[], vocabulary: Vocabulary): Leaving | null {
  const text = words.join(" ");
  const wordAt = (offset: number) => text.slice(0, offset).split(" ").length - 1;
  const range = (start: number, part: string): [number, number] => {
    const lead = part.length - part.trimStart().length;
    const from = wordAt(start + lead);
    return [from, from + part.trim().split(" ").length];
  };
  for (const form of forms) {
    const found = new RegExp(form, "d").exec(text);
    const x = found?.groups?.["x"];
    if (!found || x === undefined) continue;
    // "a chat alternative for slack"
    const forWhom = /^for (.+)$/.exec(found.groups!["need"]?.trim() ?? "")?.[1];
    if (forWhom !== undefined && vocabulary.isProduct(productKey(forWhom))) continue;
    let [from, to] = range(found.indices!.groups!["x"]![0], x);
    while (to - from > 1 && isLight(words[from]!)) from += 1;
    while (to - from > 1 && isLight(words[to - 1]!)) to -= 1;
    if (to - from === 1 && isLight(words[from]!)) continue;
    const need = found.groups!["need"]?.trim();
    return {
      from,
      to,
      need: need ? range(found.indices!.groups!["need"]![0], found.groups!["need"]!) : null,
      beside: [],
      isNeed: false,
    };
  }
  return null;
}

/** Returns the possible names of a product, as `productKey` writes them. */
export function productKeys(words: string[], vocabulary: Vocabulary): string[] {
  if (words.length === 0) return [];
  const whole = productKey(words.join(" "));
  // "monday.com" was read as two words. `productKey` leaves out the end of an address.
  const address = productKey(`${words.slice(0, -1).join("")}.${words.at(-1)}`);
  const bare = productKey(words.filter((word) => !isLight(word)).join(" "));
  const typed = [...new Set([address.includes(".") ? whole : address, whole, bare])].filter((name) => name !== "");
  return [...new Set(typed.flatMap((name) => [name, ...vocabulary.namesOf(name)]))];
}

/** Returns the words of the asked product, if they are one: "switch from android", "google chrome". Else none. */
export function namedProduct(tokens: Token[], vocabulary: Vocabulary): Token[] {
  const words = tokens.map(({ word }) => word);
  const found = findLeaving(words, CLEAR_FORMS, vocabulary) ?? findLeaving(words, DOUBTFUL_FORMS, vocabulary);
  const [from, to] = found ? [found.from, found.to] : [0, words.length];
  return vocabulary.isProduct(productKey(words.slice(from, to).join(" "))) ? tokens.slice(from, to) : [];
}
