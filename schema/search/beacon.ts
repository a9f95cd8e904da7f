import * as z from "zod/mini";

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
});

export type Beacon = z.output<typeof beacon>;
export type Searched = NonNullable<Beacon["searched"]>;
