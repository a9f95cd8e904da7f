import { MAX_COMPARED, MIN_COMPARED } from "#schema/sites/comparisons.ts";
import { VERSUS } from "#schema/pages/paths.ts";

/** An address with more is none of ours. It limits how many slugs and splits are tried. */
const MAX_JOINS = 11;

/** Joins can share a hyphen: "a-vs-vs-b" is "a" and "vs-b", or "a-vs" and "b". */
const joinsOf = (text: string): number[] => [...text.matchAll(/-(?=vs-)/g)].map(({ index }) => index);

/** Returns all slugs that the last part of an address can mean. It has none if it cannot be that of a comparison. */
export function possibleSlugs(joined: string): string[] {
  const joins = joinsOf(joined);
  if (joins.length === 0 || joins.length > MAX_JOINS) return [];
  const starts = [0, ...joins.map((join) => join + VERSUS.length)];
  const ends = [...joins, joined.length];
  const parts = starts.flatMap((start) => ends.filter((end) => end > start).map((end) => joined.slice(start, end)));
  return [...new Set(parts)].filter((part) => part !== joined);
}

/**
 * Returns the different slugs of which an address consists, if all of them are known. If there are several ways to read
 * it, the one with the most slugs counts, so that nobody can take an address by a site that is called "A vs B".
 */
export function splitSlugs(joined: string, isKnown: (slug: string) => boolean): string[] | undefined {
  return [...splits(joined, isKnown)]
    .map((slugs) => [...new Set(slugs)])
    .filter(({ length }) => length >= MIN_COMPARED && length <= MAX_COMPARED)
    .toSorted((a, b) => b.length - a.length)[0];
}

function* splits(text: string, isKnown: (slug: string) => boolean): Generator<string[]> {
  if (isKnown(text)) yield [text];
  for (const join of joinsOf(text)) {
    const first = text.slice(0, join);
    if (isKnown(first)) for (const rest of splits(text.slice(join + VERSUS.length), isKnown)) yield [first, ...rest];
  }
}
