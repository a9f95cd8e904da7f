import { useRef } from "react";
import type { AdminModelPage, AdminRecord } from "#schema/admin.ts";
import { DeleteRecord } from "./record/delete-record.tsx";
import { canEdit, isEmpty, recordName } from "./record/fields.ts";
import { FieldValue } from "./record/field-value.tsx";
import { RecordEditor } from "./record/record-editor.tsx";
import { hasActions, hasBelongings, ROW_ACTIONS } from "./row-actions.tsx";
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
  const wasEditing = useRef(false);
  const name = recordName(fields, record);
  const Actions = ROW_ACTIONS[model];

  if (isEditing) {
    return (
      <tr className="record-editing">
        <td colSpan={fields.length + 1}>
          <RecordEditor
            {...{ name, fields, record, onTouched }}
            onSave={(values) => changes.onSave(record, values)}
            onClose={() => onClose(record)}
          />
        </td>
      </tr>
    );
  }
  return (
    <tr>
      {fields.map((field, index) => {
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
            {canEdit(fields) && (
              <button
                // The closed form is removed from the page, so the focus moves to this button.
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
  );
}
