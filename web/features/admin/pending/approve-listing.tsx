import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { recordName } from "../record/fields.ts";
import type { PendingItem } from "./pending-data.ts";

type Props = { item: PendingItem; onConfirm: () => Promise<void>; onClose: () => void };

export const ApproveListing = ({ item: { fields, record }, onConfirm, onClose }: Props) => (
  <ConfirmDialog
    title="Approve this listing?"
    action="Approve"
    className="button button-primary"
    busyText="Approving…"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    Everyone can see <strong dir="auto">{recordName(fields, record)}</strong> then, and its owner gets an email.
  </ConfirmDialog>
);
