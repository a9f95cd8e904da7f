import { RESERVED_SLUGS } from "#schema/pages/paths.ts";
import { hasMixedScriptText } from "#schema/values/mixed-scripts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { violatesConstraint } from "../db/connection.ts";
import { fold, foldAccents } from "./keys.ts";

const SLUG_MAX = 60;

/** Apostrophes, and marks on letters that need none: with a mark, “slack” could look almost like itself. */
const IGNORED = /['’]|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}])\p{M}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns the words of a name in any script, folded and joined by hyphens. Vowel signs of other scripts stay.
 * Returns "" if the name has no letters or digits, or mixes scripts that look alike: such a slug could imitate another one.
 */
export function slugify(name: string): string {
  if (hasMixedScriptText(name)) return "";
  const text = withVowelAm(fold(name).replace(IGNORED, ""));
  return cut(text.match(WORD)?.join("-") ?? "").replace(/-+$/, "");
}

/** Returns a path as the slugs in it are written. Slugs of before have letters such as “ø”. */
export const foldPath = (path: string) => withVowelAm(foldAccents(path));

/** Folding takes this vowel of Thai and Lao apart. */
const withVowelAm = (text: string) => text.replaceAll("\u0e4d\u0e32", "\u0e33").replaceAll("\u0ecd\u0eb2", "\u0eb3");

/** Keeps whole characters, as users see them. */
function cut(slug: string): string {
  let kept = "";
  for (const { segment } of graphemes.segment(slug)) {
    if ([...kept, ...segment].length > SLUG_MAX) break;
    kept += segment;
  }
  return kept;
}

/** Returns slugs to try in this order, without reserved words. The last one ends in `unique`, so it is free. */
export function slugCandidates(base: string, unique: string): string[] {
  return [base, `${base}-2`, `${base}-3`, `${base}-${unique}`].filter((slug) => !RESERVED_SLUGS.has(slug));
}

const ATTEMPTS = 4;

/**
 * Runs a write at most 4 times, until no concurrent request takes one of its slugs. `attempt` must read the taken slugs
 * and write all or nothing.
 */
export async function withFreeSlugs<T>(attempt: (isLastAttempt: boolean) => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await attempt(left === 1);
    } catch (error) {
      if (left === 1 || !violatesConstraint(error, sites.slug, products.slug)) throw error;
    }
  }
}

/**
 * Returns a function that picks the first free slug of some candidates and then treats it as taken. On the last attempt,
 * it picks the last candidate, which no other request has.
 */
export function slugPicker(taken: { slug: string }[], isLastAttempt: boolean) {
  const slugs = new Set(taken.map((row) => row.slug));
  return (candidates: string[]): string => {
    const slug =
      (isLastAttempt ? undefined : candidates.find((candidate) => !slugs.has(candidate))) ?? candidates.at(-1)!;
    slugs.add(slug);
    return slug;
  };
}
