import { useState } from "react";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";

type Props = {
  kind: string;
  name: string;
  hasBelongings: boolean;
  onDelete: () => Promise<void>;
};

export function DeleteRecord({ kind, name, hasBelongings, onDelete }: Props) {
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
            await onDelete();
            setAsking(false);
          }}
        >
          <strong>{name}</strong>
          {hasBelongings && " and everything that belongs to it"} will be deleted. You cannot undo this.
        </ConfirmDialog>
      )}
    </>
  );
}
