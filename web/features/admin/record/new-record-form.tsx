import type { AdminModelPage, AdminValue } from "#schema/admin.ts";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { FieldControl } from "./field-control.tsx";
import { anyTexts, enteredValues } from "./fields.ts";

type Props = Pick<AdminModelPage, "fields" | "note"> & {
  /** The values that the form begins with. */
  values?: Record<string, AdminValue>;
  onTouched: () => void;
  /** Resolves when the record is added and this form is closed. */
  onAdd: (values: Record<string, AdminValue>) => Promise<void>;
  onClose: () => void;
};

export function NewRecordForm({ fields, note, values, onTouched, onAdd, onClose }: Props) {
  const form = useForm(anyTexts, (typed) => onAdd(enteredValues(fields, typed)));
  const editable = fields.filter((field) => field.is_editable);
  const firstEmpty = editable.find(({ name }) => values?.[name] === undefined);
  return (
    <form className="form dialog-form" {...form.props} onInput={onTouched}>
      {note && <p>{note}</p>}
      {editable.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={values?.[field.name] ?? (field.kind === "boolean" ? false : undefined)}
          error={form.fields[field.name]}
          autoFocus={field === firstEmpty}
        />
      ))}
      <FormMessage text={form.message} />
      <FormActions busy={form.busy} busyText="Adding…" onCancel={onClose}>
        Add
      </FormActions>
    </form>
  );
}
