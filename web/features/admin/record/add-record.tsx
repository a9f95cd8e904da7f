import type { AdminModelPage, AdminValue } from "#schema/admin.ts";
import { FormButton } from "../../../forms/form-button.tsx";
import { NewRecordForm } from "./new-record-form.tsx";
import type { RowActionProps } from "./use-record-changes.ts";

type Props = Pick<RowActionProps, "onTyped"> & {
  list: Pick<AdminModelPage, "verbose_name" | "fields" | "note">;
  onAdd: (values: Record<string, AdminValue>) => Promise<void>;
};

export function AddRecord({ list: { verbose_name: kind, fields, note }, onTyped, onAdd }: Props) {
  const title = `Add ${kind.toLowerCase()}`;
  return (
    <FormButton label={title} className="button button-primary" title={title} onTyped={onTyped}>
      {(close, touch) => (
        <NewRecordForm
          {...{ fields, note }}
          onTouched={touch}
          onAdd={async (values) => {
            await onAdd(values);
            close();
          }}
          onClose={close}
        />
      )}
    </FormButton>
  );
}
