import { useState } from "react";
import { send } from "../../api.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";

type Props = {
  /** The call of the record. */
  call: string;
  kind: string;
  name: string;
  onDeleted: () => void;
};

export function DeleteRecord({ call, kind, name, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false);
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
            await send<null>("DELETE", call, { otherwise: "Error deleting instance." });
            onDeleted();
          }}
        >
          <strong>{name}</strong> is deleted for good, with all that belongs to it. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
