import * as z from "zod/mini";

const searched = z.object({
  /** As it was typed. */
  q: z.string(),
  /** How many sites had all that was asked. */
  found: z.number(),
  /** The visitor looked at the results. */
  asked: z.boolean(),
  /** The visitor opened a result. */
  opened: z.boolean(),
});

/** What a visitor saw of the listings of one page. */
const seenPage = z.object({
  /** The signed list of the page: `worker/features/figures/card-list.ts`. */
  cards: z.string(),
  /** "shown 12", "opened 12 paid", "visited 12": what happened to which listing, and whether its place is paid. */
  marks: z.array(z.string().check(z.regex(/^(?:shown|opened|visited) [1-9]\d{0,9}(?: paid| badge)?$/))),
});

/** What one or more pages saw: the body of POST /api/beacon/. Unknown keys are ignored. */
export const beacon = z.object({
  searched: z.optional(z.array(searched).check(z.maxLength(20))),
  pages: z.optional(z.array(seenPage).check(z.maxLength(50))),
});

export type Beacon = z.output<typeof beacon>;
export type Searched = z.output<typeof searched>;
export type SeenPage = z.output<typeof seenPage>;
