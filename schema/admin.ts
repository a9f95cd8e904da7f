import * as z from "zod/mini";
import type { Article } from "./articles/document.ts";
import { MAX_SITE_NAME_LENGTH, type Page } from "./sites/sites.ts";
import { normalizeLine } from "./values/text.ts";

/**
 * A `date` is ISO 8601 in UTC, or null. `changes` is `AdminChanges` as a JSON string. `facts` is `Facts`, `FactSources` or
 * a `Pair` as a JSON string.
 */
export type FieldKind = "text" | "long_text" | "number" | "boolean" | "choice" | "date" | "changes" | "facts";

export type AdminField = {
  name: string;
  label: string;
  kind: FieldKind;
  /** What staff must know when they fill in the field. */
  hint?: string;
  /** Value → label. */
  choices?: Readonly<Record<string, string>>;
  is_editable: boolean;
  is_sortable: boolean;
  /** Setting the field to true grants a right. PATCH then also needs `password`, the password of the signed-in user. */
  gives_right?: true;
};

export type AdminApp = {
  app_name: string;
  /** In `/api/{app}/{model}/{id}/`. */
  app: string;
  models: { name: string; verbose_name_plural: string; count: number; waiting: AdminPendingWork[] }[];
};

/** Work for staff: `count` records of a model, which the list shows with `?filter=`. */
export type AdminPendingWork = { filter: string; label: string; count: number };

export type AdminValue = string | number | boolean | null;
export type AdminRecord = { id: string | number } & Record<string, AdminValue>;

/** An email that a change of a record sends. */
export type AdminMail = { to: string; subject: string; text: string };

/** Why a listing waits for review, and the texts in it that are the reason, as they stand there. */
export type Finding = { reason: string; found: string[] };

export type ShownListing = {
  name: string;
  slug: string;
  link: string;
  description: string;
  alternatives: { name: string; link: string }[];
  article: Article;
};

/** What staff read to decide on a listing. `rival`: a public listing of another owner with the same page or name. */
export type ReviewedListing = { listing: ShownListing; findings: Finding[]; rival: ShownListing | null };

/** An entry of the audit log: field name → value. */
export type AdminChanges = { before: Record<string, AdminValue>; after: Record<string, AdminValue> };

/** Query of the call: `page`, `q`, `filter` and `sort` (`name` or `-name`). */
export type AdminModelPage = Page<AdminRecord> & {
  verbose_name: string;
  verbose_name_plural: string;
  fields: AdminField[];
  filters: { name: string; label: string }[];
  /** What the search looks at, as a text for staff. Empty if the model has no search. */
  search_hint: string;
  /** What staff must know before they change such records. Empty if there is nothing. */
  note: string;
  /** The order of the list if no other is chosen: "Newest first". */
  order_label: string;
  can_create: boolean;
  can_delete: boolean;
};

export const ADMIN_PER_PAGE = 20;

/** What staff write to an owner. */
export const MAX_REASON_LENGTH = 2000;

/** A term of a synonym has at most as many words as the longest terms of the thesaurus. */
export const MAX_TERM_WORDS = 4;

/** The totals now, and the recorded ones of the last ANALYTICS_DAYS days (UTC), with today as the last. */
export type Analytics = {
  total_users: number;
  featured_sites: number;
  basic_sites: number;
  total_sites: number;
  days: { day: string; users: number; featured_sites: number; basic_sites: number }[];
};

export const ANALYTICS_DAYS = 90;

export const ADMIN_MESSAGES = {
  unknownModel: "There is no such model.",
  unknownRecord: "There is no such record.",
  noMail: "This change sends no email.",
  nothingToChange: "Nothing to change.",
  readOnly: "This field cannot be edited.",
  superuserOnly: "Only superusers can do this.",
  notCreatable: "Records of this kind cannot be added.",
  notDeletable: "Records of this kind cannot be deleted.",
  synonymExists: "There is already a synonym for this text. Change it in “Synonyms”.",
  ownName: "The product already has this name.",
  ownRights: "You cannot change your own rights.",
  ownAccount: "You cannot delete your own account here. Use your account page.",
  /** Before the name of that product. */
  nameOfAnother: "This is the name of another product:",
  nameTaken: "Another product already has this name. You can merge this product into it:",
  mergeIntoItself: "A product cannot be merged into itself.",
  alreadyAlternative: "This site is already listed as an alternative to that product.",
  versionConflict:
    "This record has changed since you opened it, so your change was not made. Please reload it and try again.",
  mailPending: "The email about it could not be sent yet. We will try again.",
  ownerSuspended:
    "The owner of this site is suspended, so nothing was saved. Visitors see the site again when the suspension ends.",
  superuserSuspended: "A superuser cannot be suspended.",
  passwordRequired: "Please enter your own password to give rights.",
  month: "Please choose a month, such as 2026-11.",
} as const;

/** POST /api/products/{id}/merge/. `into` is the id of the product that remains. */
export const mergeForm = z.object({
  into: z.int("Please choose the product to keep."),
});

const NAME_MISSING = "Please enter a name with letters or digits.";

/**
 * POST /api/products/{id}/names/. A comma stands between the other names of a product, and commas of other scripts can
 * become one in the key of a name.
 */
export const otherNameForm = z.object({
  name: z.string(NAME_MISSING).check(
    z.overwrite(normalizeLine),
    z.regex(/[\p{L}\p{N}]/u, { error: NAME_MISSING, abort: true }),
    z.maxLength(MAX_SITE_NAME_LENGTH, `A name has at most ${MAX_SITE_NAME_LENGTH} characters.`),
    z.refine((name) => !/[,،、]/.test(name.normalize("NFKD")), "Please enter one name without commas."),
  ),
});
