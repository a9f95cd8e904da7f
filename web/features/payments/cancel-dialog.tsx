import { useState } from "react";
import type { SiteSubscription } from "#schema/payments.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { DateText } from "../../ui/date.tsx";

type Props = { subscription: SiteSubscription; onConfirm: () => Promise<void>; onClose: () => void };

export function CancelDialog({ subscription: { site_name, paid_until }, onConfirm, onClose }: Props) {
  const [openedAt] = useState(Date.now);
  return (
    <ConfirmDialog
      title="Cancel this subscription?"
      action="Cancel subscription"
      busyText="Cancelling…"
      cancelText="Keep subscription"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {!paid_until || Date.parse(paid_until) <= openedAt ? (
        <>
          <strong>{site_name}</strong> becomes a free listing now. You will not be charged again.
        </>
      ) : (
        <>
          <strong>{site_name}</strong> stays featured until <DateText iso={paid_until} />, the end of the time that you
          paid for. Then it becomes a free listing. You will not be charged again.
        </>
      )}
    </ConfirmDialog>
  );
}
