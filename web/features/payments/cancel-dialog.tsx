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
      dismiss="Keep subscription"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {!paid_until || Date.parse(paid_until) <= openedAt ? (
        <>
          <strong>{site_name}</strong> is listed for free from now on, and nothing more is charged.
        </>
      ) : (
        <>
          <strong>{site_name}</strong> stays featured until <DateText iso={paid_until} />, which is paid, and is then
          listed for free. Nothing more is charged.
        </>
      )}
    </ConfirmDialog>
  );
}
