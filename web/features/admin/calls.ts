import type { AdminRecord, AdminValue } from "#schema/admin.ts";
import { withQuery } from "#schema/paths.ts";
import { send } from "../../api.ts";

/** `model` is `app/model`. */
type RecordKey = { model: string; id: AdminRecord["id"] };

const callOf = ({ model, id }: RecordKey) => `${model}/${encodeURIComponent(id)}/`;

/** `seen`: when what was edited had been saved; `null` if its kind of record does not say. */
export const saveRecord = ({
  values,
  seen,
  ...key
}: RecordKey & { values: Record<string, AdminValue>; seen: string | null }) =>
  send<AdminRecord>("PATCH", withQuery(callOf(key), { seen }), {
    body: values,
    fallbackError: "Error updating instance.",
  });

export const deleteRecord = (key: RecordKey) =>
  send<null>("DELETE", callOf(key), { fallbackError: "Error deleting instance." });

/** Two names of one product become one: `into` remains. */
export const mergeProduct = ({ id, into }: { id: AdminRecord["id"]; into: number }) =>
  send<null>("POST", `targets/${id}/merge/`, { body: { into }, fallbackError: "Error updating instance." });
