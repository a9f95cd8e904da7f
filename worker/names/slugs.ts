import { RESERVED_SLUGS } from "#schema/paths.ts";
import { hasMixedScriptText } from "#schema/mixed-scripts.ts";
import { sites, targets } from "#schema/tables/sites.ts";
import { violatesConstraint } from "../db/connection.ts";
import { fold } from "./keys.ts";

const SLUG_MAX = 60;

/**
 * Words of a name joined by hyphens, letters of any script kept. Empty where there are none, or where they are of scripts
 * that only look alike, so that no address passes for another.
 */
export function slugify(name: string): string {
  if (hasMixedScriptText(name)) return "";
  const words =
    fold(name)
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  // By characters: half of a surrogate pair is none.
  return [...words.join("-")].slice(0, SLUG_MAX).join("").replace(/-+$/, "");
}

/** Slugs to try in turn; the last one, ending in `unique`, nobody has. Reserved words are left out. */
export function slugCandidates(base: string, unique: string): string[] {
  return [base, `${base}-2`, `${base}-3`, `${base}-${unique}`].filter((slug) => !RESERVED_SLUGS.has(slug));
}

/** Others may take the same slug at the same moment; each try sees what they took. */
const TRIES = 4;

/** Attempts a write until nobody else takes one of its slugs meanwhile. An attempt that fails must have written nothing. */
export async function withFreeSlugs<T>(attempt: (isLastTry: boolean) => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- A try begins when the one before has failed.
      return await attempt(left === 1);
    } catch (error) {
      if (left === 1 || !violatesConstraint(error, sites.slug, targets.slug)) throw error;
    }
  }
}

/** Takes the first slug that nobody has, for each in turn. On the last try the one that nobody else can take. */
export function slugPicker(taken: { slug: string }[], isLastTry: boolean) {
  const slugs = new Set(taken.map((row) => row.slug));
  return (candidates: string[]): string => {
    const slug = (isLastTry ? undefined : candidates.find((candidate) => !slugs.has(candidate))) ?? candidates.at(-1)!;
    slugs.add(slug);
    return slug;
  };
}
