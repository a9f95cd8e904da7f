import * as z from "zod/mini";
import { email } from "../values/email.ts";
import { CATEGORIES, type Category } from "../sites/sites.ts";
import { normalizeLine } from "../values/text.ts";

/** A watch that nobody confirms is deleted after this time. */
export const UNCONFIRMED_WATCH_DAYS = 7;
/** A confirmed watch ends after this time without a match. */
export const WATCH_DAYS = 365;
/** Of one email address, also unconfirmed ones. */
export const MAX_WATCHES = 10;
/** In the mail that says that a site is listed. */
export const WATCH_SITES_MAX = 3;

/** Like the search field, it ignores the rest of a longer text. */
const MAX_Q_LENGTH = 200;

const NO_WORDS = "Please enter what you are looking for.";

/** POST /api/search-watches/ */
export const watchForm = z.object({
  email,
  q: z.string(NO_WORDS).check(
    z.overwrite((typed) => normalizeLine(typed.slice(0, MAX_Q_LENGTH))),
    z.regex(/[\p{L}\p{N}]/u, NO_WORDS),
  ),
  category: z.optional(z.nullable(z.enum(CATEGORIES, "Unknown category."))),
});

export type WatchForm = z.output<typeof watchForm>;

/** What a watch waits for. */
export type WatchedSearch = { q: string; category: Category | null };

export const WATCH_MESSAGES = {
  asked: `Open the link in the email that we sent you. No email comes if you already wait for this search or for ${MAX_WATCHES} others, or asked for it in the last day.`,
  linkInvalid: "This link is no longer valid. Search again to ask for a new one.",
} as const;

/** The body of RFC 8058, which mail programs and the screen send. */
export const STOP_FIELD = "List-Unsubscribe";
export const STOP_VALUE = "One-Click";
