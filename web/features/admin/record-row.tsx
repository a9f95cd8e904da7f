import { useId, useState } from "react";
import type { AdminModelPage, AdminRecord } from "#schema/admin.ts";
import { DeleteRecord } from "./record/delete-record.tsx";
import { canEdit, isEmpty, MOST_COLUMNS, recordName } from "./record/fields.ts";
import { FieldValue, ReadOnlyField } from "./record/field-value.tsx";
import { RecordEditor } from "./record/record-editor.tsx";
import { EDITORS, hasActions, hasBelongings, ROW_ACTIONS } from "./row-actions.tsx";
import type { RecordChanges, RowActionProps } from "./record/use-record-changes.ts";

export type RowEvents = RecordChanges & {
  onEdit: (record: AdminRecord) => void;
  onTouched: () => void;
  onClose: (record: AdminRecord) => void;
  onTyped: RowActionProps["onTyped"];
};

type Props = RowEvents & {
  /** `app/model`. */
  model: string;
  list: Pick<AdminModelPage, "fields" | "verbose_name" | "can_delete">;
  record: AdminRecord;
  isEditing: boolean;
};

export function RecordRow({ model, list, record, isEditing, onEdit, onTouched, onClose, onTyped, ...changes }: Props) {
  const { fields, verbose_name: kind, can_delete: canDelete } = list;
  const [columns, others] = [fields.slice(0, MOST_COLUMNS), fields.slice(MOST_COLUMNS)];
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const [wasEdited, setEdited] = useState(false);
  const name = recordName(fields, record);
  const Actions = ROW_ACTIONS[model];
  const Editor = EDITORS[model] ?? RecordEditor;

  if (isEditing) {
    return (
      <tr className="record-editing">
        <td colSpan={columns.length + 1}>
          <Editor
            {...{ name, fields, record, onTouched }}
            onSave={(values) => changes.onSave(record, values)}
            onClose={() => onClose(record)}
          />
        </td>
      </tr>
    );
  }
  return (
    <>
      <tr>
        {columns.map((field, index) => {
          const value = (
            <bdi key={String(record[field.name])}>
              <FieldValue field={field} value={record[field.name]} />
            </bdi>
          );
          return index === 0 ? (
            <th key={field.name} scope="row" data-label={field.label} data-kind={field.kind}>
              {value}
            </th>
          ) : (
            <td
              key={field.name}
              data-label={field.label}
              data-kind={field.kind}
              data-empty={isEmpty(record[field.name]) || undefined}
            >
              {value}
            </td>
          );
        })}
        {hasActions(model, list) && (
          <td className="record-actions">
            <div>
              {others.length > 0 && !canEdit(fields) && (
                <button
                  type="button"
                  className="button"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? details : undefined}
                  onClick={() => setOpen(!isOpen)}
                >
                  Details<span className="visually-hidden">{` of ${name}`}</span>
                </button>
              )}
              {canEdit(fields) && (
                <button
                  // The closed form is removed from the page, so the focus moves to this button.
                  autoFocus={wasEdited}
                  type="button"
                  className="button"
                  onClick={() => {
                    setEdited(true);
                    onEdit(record);
                  }}
                >
                  Edit<span className="visually-hidden">{` ${name}`}</span>
                </button>
              )}
              {Actions && <Actions {...{ record, name, onTyped }} {...changes} />}
              {canDelete && (
                <DeleteRecord
                  {...{ kind, name, record }}
                  hasBelongings={hasBelongings(model)}
                  onDelete={(reason) => changes.onDelete(record, reason)}
                />
              )}
            </div>
          </td>
        )}
      </tr>
      {isOpen && (
        <tr id={details} className="record-details">
          <td colSpan={columns.length + 1}>
            <div className="record-form record-fields">
              {others.map((field) => (
                <ReadOnlyField key={field.name} field={field} value={record[field.name]} />
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  );
}
