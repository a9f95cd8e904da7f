import { ADMIN_MESSAGES, type AdminModelPage, type AdminRecord, type AdminValue } from "#schema/admin.ts";
import { useAction } from "../../../data/use-action.ts";
import { recordName } from "./fields.ts";
import type { calls } from "./records-data.ts";

/** Each resolves when the list shows the change, or rejects with an ApiError. */
export type RecordChanges = {
  /** The record may be of another model than those of the list. */
  onAdd: (
    model: string,
    kind: Pick<AdminModelPage, "fields" | "verbose_name">,
    values: Record<string, AdminValue>,
  ) => Promise<void>;
  onSave: (record: AdminRecord, values: Record<string, AdminValue>) => Promise<void>;
  /** `reason` is mailed to the owner of a site. */
  onDelete: (record: AdminRecord, reason: string) => Promise<void>;
  onMerge: (record: AdminRecord, into: { id: number; text: string }) => Promise<void>;
  onNameProduct: (product: { id: number; text: string }, name: string) => Promise<void>;
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
  const addRecord = useAction<typeof calls, "addRecord">("addRecord");
  const saveRecord = useAction<typeof calls, "saveRecord">("saveRecord");
  const deleteRecord = useAction<typeof calls, "deleteRecord">("deleteRecord");
  const mergeProduct = useAction<typeof calls, "mergeProduct">("mergeProduct");
  const addProductName = useAction<typeof calls, "addProductName">("addProductName");
  const nameOf = (record: AdminRecord) => `“${recordName(fields, record)}”`;
  return {
    async onAdd(addedModel, kind, values) {
      const added = await addRecord({ model: addedModel, values });
      onDone(`The ${kind.verbose_name.toLowerCase()} “${recordName(kind.fields, added)}” was added.`);
    },
    async onSave(record, values) {
      const saved = await saveRecord({ model, id: record.id, values, seen: seenOf(record) });
      onSaved(saved);
      onDone(`${nameOf(saved)} was saved.${saved["mail_waits"] ? ` ${ADMIN_MESSAGES.mailPending}` : ""}`);
    },
    async onDelete(record, reason) {
      await deleteRecord({ model, id: record.id, reason });
      onDone(`${nameOf(record)} was deleted.`);
    },
    async onMerge(record, into) {
      await mergeProduct({ id: record.id, into: into.id });
      onDone(`${nameOf(record)} was merged into “${into.text}”.`);
    },
    async onNameProduct({ id, text }, name) {
      await addProductName({ id, name });
      onDone(`“${name}” is now another name of “${text}”.`);
    },
  };
}

/** The version of the record that the user sees, or null if its model has no versions. */
export const seenOf = ({ updated_at: at }: AdminRecord) => (typeof at === "string" ? at : null);

export type RowActionProps = RecordChanges & {
  record: AdminRecord;
  name: string;
  /** Called with true if the user has typed into a dialog, and with false when it is closed. */
  onTyped: (isTyped: boolean) => void;
};
