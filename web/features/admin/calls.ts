import type { AdminRecord, AdminValue } from "#schema/admin.ts";
import { withQuery } from "#schema/paths.ts";
import { send } from "../../api.ts";

/** `model` is `app/model`. */
type RecordKey = { model: string; id: AdminRecord["id"] };

const callOf = ({ model, id }: RecordKey) => `${model}/${encodeURIComponent(id)}/`;

/** `seen` is the `updated_at` of the record that was edited, or `null` if its model has no such field. */
export const saveRecord = ({
  values,
  seen,
  ...key
}: RecordKey & { values: Record<string, AdminValue>; seen: string | null }) =>
  send<AdminRecord>("PATCH", withQuery(callOf(key), { seen }), {
    body: values,
    fallbackError: "Error updating instance.",
  });

export const deleteRecord = ({ reason, ...key }: RecordKey & { reason: string }) =>
  send<null>("DELETE", callOf(key), {
    ...(reason && { body: { reason } }),
    fallbackError: "Error deleting instance.",
  });

/** `values` has all fields of the record that staff can edit. */
export const addRecord = ({ model, values }: { model: string; values: Record<string, AdminValue> }) =>
  send<AdminRecord>("POST", `${model}/`, { body: values, fallbackError: "Error adding instance." });

export const addProductName = ({ id, name }: { id: number; name: string }) =>
  send<AdminRecord>("POST", `targets/${id}/names/`, { body: { name }, fallbackError: "Error updating instance." });

export const mergeProduct = ({ id, into }: { id: AdminRecord["id"]; into: number }) =>
  send<null>("POST", `targets/${id}/merge/`, { body: { into }, fallbackError: "Error updating instance." });
