import { useState } from "react";
import type { SiteSubscription } from "#schema/payments.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { DateText } from "../../ui/date.tsx";

type Props = { subscription: SiteSubscription; onConfirm: () => Promise<void>; onClose: () => void };

export function CancelDialog({ subscription, onConfirm, onClose }: Props) {
  const { site_name, state, paid_until, featured_until } = subscription;
  const [openedAt] = useState(Date.now);
  // A gift of staff may be longer. For a renewal that failed, it also counts the days of grace, which end now.
  const until = state === "renews" ? featured_until : paid_until;
  return (
    <ConfirmDialog
      title="Cancel this subscription?"
      action="Cancel subscription"
      busyText="Cancelling…"
      cancelText="Keep subscription"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {!until || Date.parse(until) <= openedAt ? (
        <>
          <strong>{site_name}</strong> becomes a free listing now. You will not be charged again.
        </>
      ) : (
        <>
          <strong>{site_name}</strong> stays featured until <DateText iso={until} />
          {until === paid_until && ", the end of the time that you paid for"}. Then it becomes a free listing. You will
          not be charged again.
        </>
      )}
    </ConfirmDialog>
  );
}
