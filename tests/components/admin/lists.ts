import { expect } from "vitest";
import { page } from "vitest/browser";
import type { AdminApp, AdminField, AdminModelPage, AdminPendingWork, AdminRecord } from "#schema/admin.ts";
import { anna } from "../../web/support/anna.ts";

export const staff = { ...anna, is_staff: true };

export const field = (name: string, label: string, changes: Partial<AdminField> = {}): AdminField => ({
  name,
  label,
  kind: "text",
  is_editable: true,
  is_sortable: false,
  ...changes,
});

/** The first page of a list. */
export const listOf = (
  kind: string,
  fields: AdminField[],
  results: AdminRecord[],
  changes: Partial<AdminModelPage> = {},
): AdminModelPage => ({
  verbose_name: kind,
  verbose_name_plural: `${kind}s`,
  fields,
  results,
  filters: [],
  search_hint: "Name",
  note: "",
  order_label: "Newest first",
  can_create: false,
  can_delete: true,
  count: results.length,
  page: 1,
  pages: 1,
  ...changes,
});

/** The admin of one model, such as `sites/site`. */
export function appOf(path: string, plural: string, count = 1, waiting: AdminPendingWork[] = []): AdminApp {
  const [app, name] = path.split("/") as [string, string];
  return { app, app_name: "Application", models: [{ name, verbose_name_plural: plural, count, waiting }] };
}

export const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
export const closed = (name: string) => expect.element(dialog(name)).not.toBeInTheDocument();
