import type { ComponentProps } from "react";
import type { AdminField, AdminValue } from "#schema/admin.ts";
import { Field } from "../../../forms/field.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { toInputValue } from "./fields.ts";

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Props = Pick<ComponentProps<"input">, "autoFocus"> & {
  field: AdminField;
  value: AdminValue | undefined;
  error: string | undefined;
};

export function FieldControl({ field: { name, label, kind, hint, choices }, value, error, autoFocus }: Props) {
  const control = { name, label, hint, error, autoFocus, defaultValue: toInputValue(kind, value) };
  switch (kind) {
    case "long_text":
      return <TextArea {...control} rows={4} />;
    case "boolean":
      return (
        <SelectField {...control}>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </SelectField>
      );
    case "choice":
      return <SelectField {...control} options={choices ?? {}} />;
    case "date":
      return <Field {...control} type="datetime-local" hint={`In your time zone (${TIME_ZONE}).`} />;
    case "number":
      return <Field {...control} inputMode="decimal" />;
    default:
      return <Field {...control} autoComplete="off" />;
  }
}
