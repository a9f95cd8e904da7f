import * as z from "zod/mini";
import { FACT_NAMES, factOf, FACTS } from "#schema/facts/facts.ts";

type Entry = [name: string, value: string];

/** The values of a form. They are stored in the browser. */
export const typedAnswer = z.object({ entries: z.array(z.tuple([z.string(), z.string()])) });

export const entriesOf = (answer: object = {}): Entry[] =>
  Object.entries(answer).flatMap(([name, values]) => [values].flat().map((value): Entry => [name, String(value)]));

/** What the server is sent. Points are checked, or typed one a line. */
export function bodyOf(entries: Entry[]) {
  const linesOf = (name: string) =>
    entries.flatMap(([one, value]) => (one === name ? value.split("\n").filter(Boolean) : []));
  const { would_again: again, ...body } = Object.fromEntries(entries);
  return { ...body, missing: linesOf("missing"), better: linesOf("better"), would_again: again && again === "true" };
}

/** The facts that lists filter by. */
export const POINTS: string[] = [
  ...FACT_NAMES.map(factOf).flatMap(({ kind, filter, label }) => (kind === "yes_no" && filter ? [label] : [])),
  FACTS.platforms.options.ios,
  FACTS.platforms.options.android,
];
