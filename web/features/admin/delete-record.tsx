import { useState } from "react";
import type { AdminRecord } from "#schema/admin.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { useAction } from "../../use-action.ts";
import type { calls } from "./records-data.ts";

type Props = {
  /** `app/model`. */
  model: string;
  record: AdminRecord;
  kind: string;
  name: string;
  onDeleted: () => void;
};

export function DeleteRecord({ model, record, kind, name, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false);
  const deleteRecord = useAction<typeof calls, "deleteRecord">("deleteRecord");
  return (
    <>
      <button type="button" className="button button-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete<span className="visually-hidden"> {name}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete this ${kind.toLowerCase()}?`}
          action="Delete for good"
          busyText="Deleting…"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await deleteRecord({ model, id: record.id });
            setAsking(false);
            onDeleted();
          }}
        >
          <strong>{name}</strong> is deleted for good, with all that belongs to it. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
