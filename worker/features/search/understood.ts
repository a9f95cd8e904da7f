import type { Understood } from "#schema/sites/sites.ts";
import type { Question } from "./question.ts";
import { commonStart } from "./words.ts";

/** Returns what pages show of a question. `product` was found in the directory. */
export function understoodOf(
  { product: asked, units, wishes, words }: Question,
  product: { name: string; slug: string; count: number } | null,
): Understood {
  const known = units.flatMap((unit) => [...unit.words, ...unit.terms.filter((term) => term.length === 1).flat()]);
  const marked = known.length > 0 || asked?.isAsked ? [...known, ...(asked?.isAsked ? asked.words : [])] : words;
  return {
    product: product && asked && { ...product, without: asked.isAsked ? asked.without : null },
    wishes: wishes.map(({ label, without }) => ({ label, without })),
    marks: [...new Set(marked.map(commonStart))],
  };
}
