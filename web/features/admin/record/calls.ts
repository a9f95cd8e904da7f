import type { AdminRecord, AdminValue } from "#schema/admin.ts";
import { send } from "../../../data/api.ts";
import { fetchResult } from "../../../data/screen-data.ts";
import { modelParams, type RecordQuery } from "./record-query.ts";

/** `model` is `app/model`. */
type Values = Record<string, AdminValue>;
type RecordKey = { model: string; id: AdminRecord["id"] };

const recordParams = ({ model, id }: RecordKey) => ({ ...modelParams(model), id });

export const fetchRecords = ({ model, ...query }: RecordQuery, signal: AbortSignal) =>
  fetchResult("get_model/:app/:model/", { params: modelParams(model), query, signal });

/** `seen` is the `updated_at` of the record that was edited, or `null` if its model has no such field. */
export const saveRecord = ({ values, seen, ...key }: RecordKey & { values: Values; seen: string | null }) =>
  send("PATCH", ":app/:model/:id/", {
    params: recordParams(key),
    query: { seen },
    body: values,
    fallbackError: "Error updating instance.",
  });

/** The email that these changes would send. */
export const fetchMail = ({ values, ...key }: RecordKey & { values: Values }) =>
  send("POST", ":app/:model/:id/mail/", { params: recordParams(key), body: values });

/** As `saveRecord`, for the version that staff see. It is also sent if they leave the page. */
export const saveDecision = ({ model, record, values }: { model: string; record: AdminRecord; values: Values }) =>
  send("PATCH", ":app/:model/:id/", {
    params: recordParams({ model, id: record.id }),
    query: { seen: String(record["updated_at"]) },
    body: values,
    fallbackError: "Error updating instance.",
    fetcher: (url, init) => fetch(url, { ...init, keepalive: true }),
  });

export const deleteRecord = ({ reason, ...key }: RecordKey & { reason: string }) =>
  send("DELETE", ":app/:model/:id/", {
    params: recordParams(key),
    ...(reason && { body: { reason } }),
    fallbackError: "Error deleting instance.",
  });

/** `values` has all fields of the record that staff can edit. */
export const addRecord = ({ model, values }: { model: string; values: Record<string, AdminValue> }) =>
  send("POST", ":app/:model/", { params: modelParams(model), body: values, fallbackError: "Error adding instance." });

export const addProductName = ({ id, name }: { id: number; name: string }) =>
  send("POST", "products/:id/names/", { params: { id }, body: { name }, fallbackError: "Error updating instance." });

export const mergeProduct = ({ id, into }: { id: AdminRecord["id"]; into: number }) =>
  send("POST", "products/:id/merge/", { params: { id }, body: { into }, fallbackError: "Error updating instance." });
