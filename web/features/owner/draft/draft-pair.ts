import * as z from "zod/mini";
import { pairForm } from "#schema/sites/site-form.ts";
import type { Pair } from "#schema/sites/sites.ts";
import { isBlank } from "#schema/values/text.ts";
import { cleanLink } from "#schema/values/web-links.ts";

/** How the site replaces a product, as typed. Points are one a line. */
export const draftPair = z.object({
  replaces: z.string(),
  lacks: z.string(),
  adds: z.string(),
  moving: z.string(),
  movingLink: z.string(),
});

export type DraftPair = z.output<typeof draftPair>;

export const toDraftPair = ({ replaces, lacks = [], adds = [], moving }: Pair): DraftPair => ({
  replaces: replaces ?? "",
  lacks: lacks.join("\n"),
  adds: adds.join("\n"),
  moving: moving?.text ?? "",
  movingLink: moving?.link ?? "",
});

export const isBlankPair = (pair: DraftPair): boolean => Object.values(pair).every(isBlank);

/** Says all of it, because the Worker keeps a stored pair of which nothing is said. */
export const toPairInput = ({ replaces, lacks, adds, moving, movingLink }: DraftPair) => ({
  ...(replaces && { replaces }),
  lacks: linesOf(lacks),
  adds: linesOf(adds),
  moving: { text: moving, link: cleanLink(movingLink) },
});

const linesOf = (text: string) => text.split("\n").filter((line) => !isBlank(line));

const rules = z.object(pairForm);

export const isValidPair = (pair: DraftPair): boolean => rules.safeParse(toPairInput(pair)).success;

/** What is valid already, for a preview. */
export function toPair(pair: DraftPair): Pair {
  const checked = rules.safeParse(toPairInput(pair));
  return checked.success ? checked.data : {};
}
