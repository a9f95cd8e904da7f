import { useState } from "react";
import type { AdminField, AdminRecord, AdminValue } from "#schema/admin.ts";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { FieldControl } from "./field-control.tsx";
import { anyTexts, changedFields, givesRight } from "./fields.ts";
import { ReadOnlyField } from "./field-value.tsx";

export type EditorProps = {
  name: string;
  fields: readonly AdminField[];
  record: AdminRecord;
  onTouched: () => void;
  /** Resolves when the changed values are saved and this form is closed. */
  onSave: (values: Record<string, AdminValue>) => Promise<void>;
  onClose: () => void;
};

export function RecordEditor({ name, fields, record, onTouched, onSave, onClose }: EditorProps) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useForm(anyTexts, async (typed) => {
    const changed = changedFields(fields, record, typed);
    if (Object.keys(changed).length === 0) return onClose();
    await onSave(needsPassword ? { ...changed, password: typed["password"] ?? "" } : changed);
  });
  const first = fields.find((field) => field.is_editable);
  return (
    <form
      className="form record-form"
      aria-label={`Edit ${name}`}
      {...form.props}
      onInput={(event) => {
        onTouched();
        setNeedsPassword(givesRight(fields, record, new FormData(event.currentTarget)));
      }}
    >
      <FormMessage text={form.message} />
      <div className="record-fields">
        {fields.map((field) =>
          field.is_editable ? (
            <FieldControl
              key={field.name}
              field={field}
              value={record[field.name]}
              error={form.fields[field.name]}
              // The button that opened this form is removed from the page, so the focus would be lost.
              autoFocus={field === first}
            />
          ) : (
            <ReadOnlyField key={field.name} field={field} value={record[field.name]} />
          ),
        )}
      </div>
      {needsPassword && (
        <Field
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          hint="Enter your password to confirm, because this change gives a user more rights."
          error={form.fields["password"]}
        />
      )}
      <FormActions busy={form.busy} busyText="Saving…" onCancel={onClose}>
        Save
      </FormActions>
    </form>
  );
}
