import * as z from "zod/mini";
import { TEAM_SIZES, type TeamSize } from "../facts/facts.ts";
import { normalizeText } from "../values/text.ts";
import { pointsForm } from "./site-form.ts";
import { MAX_POINTS, MAX_SWITCH_TEXT, MIN_SWITCH_TEXT, MOVE_STEPS, STILL_USING, TIMES_TAKEN } from "./switches.ts";

const oneOf = <K extends string>(options: Record<K, string>) =>
  z.enum(Object.keys(options) as K[], "Please choose one of the answers.");

const longText = (min: number, max: number) =>
  z
    .string("Please enter a text.")
    .check(
      z.overwrite(normalizeText),
      z.trim(),
      z.minLength(min, min === 1 ? "Please enter a text." : `Please write at least ${min} characters.`),
      z.maxLength(max, `The text can have at most ${max} characters.`),
    );

export const WEB_ADDRESS = /https?:\/\/|\bwww\./i;

/** PUT /api/sites/{id}/switches/{product}/ */
export const switchForm = z.object({
  still_using: oneOf(STILL_USING),
  team_size: oneOf<TeamSize>(TEAM_SIZES),
  time_taken: oneOf(TIMES_TAKEN),
  missing: z._default(pointsForm(MAX_POINTS), []),
  better: z._default(pointsForm(MAX_POINTS), []),
  would_again: z.boolean("Please choose one of the answers."),
  text: longText(MIN_SWITCH_TEXT, MAX_SWITCH_TEXT),
  moved: z
    .string("Please enter a month.")
    .check(z.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/, "Please enter a month, such as 2026-05.")),
});

/** POST /api/sites/switches/{id}/answer/ */
export const switchAnswerForm = z.object({
  text: longText(1, MAX_SWITCH_TEXT).check(
    z.refine((text) => !WEB_ADDRESS.test(text), "Please leave out web addresses."),
  ),
});

/** PUT /api/user/moves/{product}/. What is missing stays as it is. */
export const moveForm = z.object({
  site_id: z.optional(z.nullable(z.int("Please choose a site."))),
  done: z.optional(z.array(oneOf(MOVE_STEPS), "Please enter a list.").check(z.maxLength(4))),
});
