import { useRef, useState } from "react";
import type { AdminModelPage, AdminRecord } from "#schema/admin.ts";
import { DeleteRecord } from "./delete-record.tsx";
import { isEmpty, recordName } from "./field-text.ts";
import { FieldValue } from "./field-value.tsx";
import { RecordEditor } from "./record-editor.tsx";
import { hasActions, ROW_ACTIONS } from "./row-actions.tsx";

export type RowEvents = {
  onEdit: (record: AdminRecord) => void;
  onTouched: () => void;
  onSaved: (record: AdminRecord) => void;
  onClose: (record: AdminRecord) => void;
  /** It is there no more, as the text says. */
  onGone: (record: AdminRecord, text: string) => void;
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
  const [isDeleting, setDeleting] = useState(false);
  const wasEditing = useRef(false);
  const name = recordName(fields, record);
  const call = `${model}/${record.id}/`;
  const named = <span className="visually-hidden"> {name}</span>;
  const Actions = ROW_ACTIONS[model];
  const canEdit = fields.some((field) => field.is_editable);

  if (isEditing) {
    return (
      <tr className="record-editing">
        <td colSpan={fields.length + 1}>
          <RecordEditor {...{ call, name, fields, record, onTouched, onSaved }} onClose={() => onClose(record)} />
        </td>
      </tr>
    );
  }
  return (
    <tr>
      {fields.map((field, index) => {
        const value = <FieldValue kind={field.kind} value={record[field.name]} />;
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
            {canEdit && (
              <button
                // The form that was closed is gone, and the focus with it.
                ref={(button) => {
                  if (button && wasEditing.current) button.focus();
                  wasEditing.current = false;
                }}
                type="button"
                className="button"
                onClick={() => {
                  wasEditing.current = true;
                  onEdit(record);
                }}
              >
                Edit{named}
              </button>
            )}
            {Actions && <Actions record={record} name={name} onGone={(text) => onGone(record, text)} />}
            {canDelete && (
              <button
                type="button"
                className="button button-danger"
                aria-haspopup="dialog"
                onClick={() => setDeleting(true)}
              >
                Delete{named}
              </button>
            )}
          </div>
          {isDeleting && (
            <DeleteRecord
              {...{ call, kind, name }}
              onDeleted={() => onGone(record, `“${name}” was deleted.`)}
              onClose={() => setDeleting(false)}
            />
          )}
        </td>
      )}
    </tr>
  );
}
