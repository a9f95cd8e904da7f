import { ADMIN_MESSAGES, type AdminModelPage, type AdminRecord, type AdminValue } from "#schema/admin.ts";
import { useAction } from "../../../use-action.ts";
import { recordName } from "./fields.ts";
import type { calls } from "../records-data.ts";

/** Each resolves when the list shows the change, or rejects with an ApiError. */
export type RecordChanges = {
  onSave: (record: AdminRecord, values: Record<string, AdminValue>) => Promise<void>;
  onDelete: (record: AdminRecord) => Promise<void>;
  onMerge: (record: AdminRecord, into: { id: number; text: string }) => Promise<void>;
};

/**
 * Call this in the component of the list, because a change can remove the row of its record. `onDone` gets a message for
 * the user.
 */
export function useRecordChanges(
  model: string,
  { fields }: Pick<AdminModelPage, "fields">,
  { onSaved, onDone }: { onSaved: (record: AdminRecord) => void; onDone: (text: string) => void },
): RecordChanges {
  const saveRecord = useAction<typeof calls, "saveRecord">("saveRecord");
  const deleteRecord = useAction<typeof calls, "deleteRecord">("deleteRecord");
  const mergeProduct = useAction<typeof calls, "mergeProduct">("mergeProduct");
  const nameOf = (record: AdminRecord) => `“${recordName(fields, record)}”`;
  return {
    async onSave(record, values) {
      const saved = await saveRecord({ model, id: record.id, values, seen: seenOf(record) });
      onSaved(saved);
      onDone(`${nameOf(saved)} was saved.${saved["mail_waits"] ? ` ${ADMIN_MESSAGES.mailPending}` : ""}`);
    },
    async onDelete(record) {
      await deleteRecord({ model, id: record.id });
      onDone(`${nameOf(record)} was deleted.`);
    },
    async onMerge(record, into) {
      await mergeProduct({ id: record.id, into: into.id });
      onDone(`${nameOf(record)} was merged into “${into.text}”.`);
    },
  };
}

/** The version of the record that the user sees, or null if its model has no versions. */
const seenOf = ({ updated_at: at }: AdminRecord) => (typeof at === "string" ? at : null);

export type RowActionProps = {
  record: AdminRecord;
  name: string;
  onMerge: (into: Parameters<RecordChanges["onMerge"]>[1]) => Promise<void>;
};
