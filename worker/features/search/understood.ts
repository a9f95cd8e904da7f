import type { Understood } from "#schema/sites/sites.ts";
import type { FoundProduct } from "./candidates.ts";
import { type Hit, meets } from "./points.ts";
import type { Question } from "./question.ts";
import { commonStart } from "./words.ts";

type Found = { question: Question; product: FoundProduct | null; unreplaced?: string | undefined };

/** Returns what pages show of a question, and the wishes that none of the hits meets. */
export function understoodOf({ question, product, unreplaced }: Found, hits: readonly Hit[]): Understood {
  const { product: asked, units, wishes, words } = question;
  const known = units.flatMap((unit) => [...unit.words, ...unit.terms.filter((term) => term.length === 1).flat()]);
  const marked = known.length > 0 || asked?.isAsked ? [...known, ...(asked?.isAsked ? asked.words : [])] : words;
  return {
    product: product && asked && { ...product, without: asked.isAsked ? asked.without : null },
    ...(unreplaced !== undefined && { unreplaced }),
    wishes: wishes.map((wish) => ({
      label: wish.label,
      without: wish.without,
      ...(!hits.some(({ site }) => meets(site, wish) > 0) && { unmet: wish.says ?? `is ${wish.label}` }),
    })),
    marks: [...new Set(marked.map(commonStart))],
  };
}
