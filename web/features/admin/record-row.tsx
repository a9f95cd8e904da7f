import { useRef } from "react";
import type { AdminModelPage, AdminRecord } from "#schema/admin.ts";
import { DeleteRecord } from "./delete-record.tsx";
import { canEdit, isEmpty, recordName } from "./field-text.ts";
import { FieldValue } from "./field-value.tsx";
import { RecordEditor } from "./record-editor.tsx";
import { hasActions, ROW_ACTIONS } from "./row-actions.tsx";

export type RowEvents = {
  onEdit: (record: AdminRecord) => void;
  onTouched: () => void;
  onSaved: (record: AdminRecord) => void;
  onClose: (record: AdminRecord) => void;
  /** A record is there no more, as the text says. */
  onGone: (text: string) => void;
};

type Props = RowEvents & {
  /** `app/model`. */
  model: string;
  list: Pick<AdminModelPage, "fields" | "verbose_name" | "can_delete">;
  record: AdminRecord;
  isEditing: boolean;
};

export function RecordRow({ model, list, record, isEditing, onEdit, onTouched, onSaved, onClose, onGone }: Props) {
  const { fields, verbose_name: kind, can_delete: canDelete } = list;
  const wasEditing = useRef(false);
  const name = recordName(fields, record);
  const Actions = ROW_ACTIONS[model];

  if (isEditing) {
    return (
      <tr className="record-editing">
        <td colSpan={fields.length + 1}>
          <RecordEditor {...{ model, name, fields, record, onTouched, onSaved }} onClose={() => onClose(record)} />
        </td>
      </tr>
    );
  }
  return (
    <tr>
      {fields.map((field, index) => {
        const value = <FieldValue field={field} value={record[field.name]} />;
        return index === 0 ? (
          <th key={field.name} scope="row" data-label={field.label}>
            {value}
          </th>
        ) : (
          <td key={field.name} data-label={field.label} data-empty={isEmpty(record[field.name]) || undefined}>
            {value}
          </td>
        );
      })}
      {hasActions(model, list) && (
        <td className="record-actions">
          <div>
            {canEdit(fields) && (
              <button
                // The form that was closed is gone, and the focus with it.
                ref={(button) => {
                  if (!button || !wasEditing.current) return;
                  button.focus();
                  wasEditing.current = false;
                }}
                type="button"
                className="button"
                onClick={() => {
                  wasEditing.current = true;
                  onEdit(record);
                }}
              >
                Edit<span className="visually-hidden"> {name}</span>
              </button>
            )}
            {Actions && <Actions record={record} name={name} onGone={onGone} />}
            {canDelete && (
              <DeleteRecord {...{ model, record, kind, name }} onDeleted={() => onGone(`“${name}” was deleted.`)} />
            )}
          </div>
        </td>
      )}
    </tr>
  );
}
