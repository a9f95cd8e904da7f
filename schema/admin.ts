import * as z from "zod/mini";
import type { Page } from "./sites.ts";

/** How a field is shown and edited. Dates are ISO 8601 in UTC, or `null`; changes are `AdminChanges` as JSON. */
export type FieldKind = "text" | "long_text" | "number" | "boolean" | "choice" | "date" | "changes";

export type AdminField = {
  name: string;
  label: string;
  kind: FieldKind;
  /** What can be chosen, with labels. */
  choices?: Readonly<Record<string, string>>;
  /** Whether the person who asks may change it. */
  is_editable: boolean;
  is_sortable: boolean;
  /** To say yes here gives a right: PATCH then takes the `password` of the person who asks, too. */
  gives_right?: true;
};

/** GET /api/get_model/ */
export type AdminApp = {
  app_name: string;
  /** The first segment of the calls about its records. */
  app: string;
  models: { name: string; verbose_name_plural: string; count: number; waiting: AdminPendingWork[] }[];
};

/** What waits for staff: the list of a model that `filter` shows. */
export type AdminPendingWork = { filter: string; label: string; count: number };

export type AdminValue = string | number | boolean | null;
export type AdminRecord = { id: string | number } & Record<string, AdminValue>;

/** What was done to a record: values by fields' names. */
export type AdminChanges = { before: Record<string, AdminValue>; after: Record<string, AdminValue> };

/** GET /api/get_model/{app}/{model}/. Takes `page`, `q`, `filter` and `sort` (`name` or `-name`). */
export type AdminModelPage = Page<AdminRecord> & {
  verbose_name: string;
  verbose_name_plural: string;
  fields: AdminField[];
  /** Names of the lists that `filter` takes, with their labels. */
  filters: { name: string; label: string }[];
  /** What a search compares; empty where there is none. */
  search_hint: string;
  can_delete: boolean;
};

export const ADMIN_PER_PAGE = 20;

/** GET /api/analytics/: what the panel shows, today and on each of the days before, oldest first. */
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
  nothingToChange: "Nothing to change.",
  readOnly: "This field cannot be edited.",
  superuserOnly: "Only superusers can do this.",
  notDeletable: "Records of this kind cannot be deleted.",
  ownRights: "You cannot change your own rights.",
  ownAccount: "You cannot delete your own account here. Use your account page.",
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
} as const;

/** POST /api/targets/{id}/merge/: the product that remains. */
export const mergeForm = z.object({
  into: z.int("Please choose the product that remains."),
});
