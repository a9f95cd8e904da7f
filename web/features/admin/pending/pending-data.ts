import type { AdminApp, AdminField, AdminModelPage, AdminPendingWork, AdminRecord } from "#schema/admin.ts";
import type { Result } from "../../../data/screen-data.ts";
import { fetchRecords } from "../record/calls.ts";
import { isEmpty } from "../record/fields.ts";

/** `model` is `app/model`. */
type PendingList = AdminPendingWork & { model: string };

/** A record that waits for staff. `kind` says why. */
export type PendingItem = { model: string; filter: string; kind: string; fields: AdminField[]; record: AdminRecord };

export type Decision = { review: "active" } | { granted: true } | { link: string } | { refusal: string };

export const pendingLists = (apps: AdminApp[]): PendingList[] =>
  apps.flatMap(({ app, models }) =>
    models.flatMap(({ name, waiting }) => waiting.map((list) => ({ ...list, model: `${app}/${name}` }))),
  );

/** Returns the first page of each list of pending work, in one list with the newest records first. */
export async function fetchPendingItems(apps: AdminApp[], signal: AbortSignal): Promise<Result<PendingItem[]>> {
  const lists = pendingLists(apps).filter(({ count }) => count > 0);
  const pages = await Promise.all(
    lists.map(({ model, filter }) => fetchRecords({ model, filter, q: "", sort: "", page: 1 }, signal)),
  );
  const failed = pages.find(({ error }) => error);
  if (failed?.error) return { error: failed.error };
  const items = lists.flatMap(({ model, filter }, index) => toItems(model, filter, pages[index]!.value!));
  return { value: items.toSorted((one, other) => timeOf(other) - timeOf(one)) };
}

const toItems = (model: string, filter: string, { results, fields, filters }: AdminModelPage): PendingItem[] =>
  results.map((record) => ({
    model,
    filter,
    kind: reasonOf(fields, record) ?? labelOf(filters, filter),
    fields,
    record,
  }));

/** What is wrong, of a report. */
const reasonOf = (fields: AdminField[], record: AdminRecord) =>
  fields.find(({ name }) => name === "reason")?.choices?.[String(record["reason"])];

const labelOf = (filters: AdminModelPage["filters"], filter: string) =>
  filters.find(({ name }) => name === filter)?.label ?? "";

const timeOf = (item: PendingItem) => Date.parse(waitsSince(item) ?? "") || 0;

/** The field with the time since when a record waits, if it is not `updated_at`. Some models store no such time. */
const SINCE: Record<string, string> = {
  "contact/message": "created_at",
  "outbox/mail": "created_at",
  "payments/subscription": "period_end",
};

export function waitsSince({ model, record }: PendingItem): string | undefined {
  const since = record[SINCE[model] ?? "updated_at"];
  return typeof since === "string" ? since : undefined;
}

export const keyOf = ({ model, record }: PendingItem) => `${model}/${record.id}`;

/** Another version of a decided listing waits for another decision. */
export const versionOf = (item: PendingItem) => `${keyOf(item)}/${item.record["updated_at"]}`;

/** Returns the text of a record that says most about it after its name. */
export function summaryOf({ fields, record }: PendingItem): string {
  const [, ...texts] = fields.filter(({ kind, name }) => kind === "text" && !isEmpty(record[name]));
  const shown = fields.find(({ kind, name }) => kind === "long_text" && !isEmpty(record[name])) ?? texts[0];
  return shown ? String(record[shown.name]) : "";
}

export const isListing = ({ model, filter }: PendingItem) => model === "sites/site" && filter === "pending";

/** Whether staff can refuse what they can approve. */
export const isRefusable = (item: PendingItem) =>
  isListing(item) || ["sites/claim", "sites/switch", "reports/report"].includes(item.model);

/** What approves a record. Undefined if staff do not decide about it here. */
export function approvalOf(item: PendingItem): Decision | undefined {
  if (isListing(item)) return { review: "active" };
  if (isRefusable(item)) return { granted: true };
  const isMoved = item.model === "sites/site" && item.filter === "moved";
  return isMoved ? { link: String(item.record["moved_to"]) } : undefined;
}

/** What an approval does, if that is not clear. */
export function hintOf({ model, filter, record }: PendingItem): string | undefined {
  if (model === "sites/site" && filter === "moved") return `Approve changes the link to ${String(record["moved_to"])}`;
  const isDone = record["changes"] && !String(record["page"]).includes("/alternatives/");
  return model === "reports/report" && !isDone
    ? "Approve only tells the person. Change the listing or the product yourself."
    : undefined;
}
