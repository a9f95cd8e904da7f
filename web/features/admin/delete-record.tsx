import { send } from "../../api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

type Props = {
  /** The call of the record. */
  call: string;
  kind: string;
  name: string;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteRecord({ call, kind, name, onDeleted, onClose }: Props) {
  return (
    <ConfirmDialog
      id="delete-record"
      title={`Delete this ${kind.toLowerCase()}?`}
      action="Delete for good"
      busyText="Deleting…"
      onClose={onClose}
      onConfirm={async () => {
        await send<null>("DELETE", call, { otherwise: "Error deleting instance." });
        onDeleted();
      }}
    >
      <strong>{name}</strong> is deleted for good, with all that belongs to it. This cannot be undone.
    </ConfirmDialog>
  );
}
