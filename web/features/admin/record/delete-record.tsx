import { useState } from "react";
import type { AdminRecord } from "#schema/admin.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { DateText } from "../../../ui/date.tsx";

type Props = {
  kind: string;
  name: string;
  record: AdminRecord;
  hasBelongings: boolean;
  onDelete: (reason: string) => Promise<void>;
};

export function DeleteRecord({ kind, name, record, hasBelongings, onDelete }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  // Only sites have it.
  const { paid_until: paidUntil } = record;
  return (
    <>
      <button type="button" className="button button-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete<span className="visually-hidden">{` ${name}`}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete this ${kind.toLowerCase()}?`}
          action="Delete for good"
          busyText="Deleting…"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await onDelete(reason.trim());
            setAsking(false);
          }}
        >
          <p>
            <strong>{name}</strong>
            {hasBelongings && " and everything that belongs to it"} will be deleted. You cannot undo this.
          </p>
          {typeof paidUntil === "string" && (
            <p>
              It is paid until <DateText iso={paidUntil} />. Its subscription ends now, and the days that are left are
              refunded.
            </p>
          )}
          {paidUntil !== undefined && (
            <TextArea
              name="reason"
              label="Reason (emailed to owner)"
              rows={4}
              required={paidUntil !== null}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
