import * as z from "zod/mini";
import { PAGE_KINDS } from "./page-kinds.ts";

const measured = z.optional(z.number().check(z.nonnegative()));

/** What a page saw: the body of POST /api/beacon/. Unknown keys are ignored. */
export const beacon = z.object({
  searched: z.optional(
    z.object({
      /** As it was typed. */
      q: z.string(),
      /** How many sites had all that was asked. */
      found: z.number(),
      /** The visitor looked at the results. */
      asked: z.boolean(),
      /** The visitor opened a result. */
      opened: z.boolean(),
    }),
  ),
  /** How fast the page was: see schema/vitals.ts. What was not measured is missing. */
  vitals: z.optional(
    z.object({
      kind: z.enum(PAGE_KINDS),
      values: z.object({ LCP: measured, INP: measured, CLS: measured, TTFB: measured }),
    }),
  ),
});

export type Beacon = z.output<typeof beacon>;
export type Vitals = NonNullable<Beacon["vitals"]>;
export type Searched = NonNullable<Beacon["searched"]>;
