import { isRefusedBy } from "../../db/connection.ts";

/** Others may take the same slug at the same moment; each try sees what they took. */
const TRIES = 4;

/** Attempts a write until nobody else takes one of its slugs meanwhile. An attempt that fails must have written nothing. */
export async function withFreeSlugs<T>(attempt: (isLastTry: boolean) => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- A try begins when the one before has failed.
      return await attempt(left === 1);
    } catch (error) {
      if (left === 1 || !isRefusedBy(error, "sites.slug", "targets.slug")) throw error;
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
