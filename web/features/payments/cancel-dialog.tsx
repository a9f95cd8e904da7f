import type { SiteSubscription } from "#schema/payments/payments.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { DateText } from "../../ui/date.tsx";

type Props = { subscription: SiteSubscription; onConfirm: () => Promise<void>; onClose: () => void };

/** A subscription whose current period is not paid ends at once. */
export function CancelDialog({ subscription, onConfirm, onClose }: Props) {
  const { site_name, state, next_charge } = subscription;
  return (
    <ConfirmDialog
      title="Cancel this subscription?"
      action="Cancel subscription"
      busyText="Cancelling…"
      cancelText="Keep subscription"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {state === "renews" && next_charge ? (
        <>
          <strong>{site_name}</strong> stays featured until <DateText iso={next_charge.at} />, the end of the time that
          you paid for. Then it becomes a free listing. You will not be charged again.
        </>
      ) : (
        <>
          <strong>{site_name}</strong> becomes a free listing now. You will not be charged again.
        </>
      )}
    </ConfirmDialog>
  );
}
