import type { OwnSiteSummary } from "#schema/sites.ts";
import { send } from "../../api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showMessage } from "../../ui/message.tsx";

/** What POST /api/payments/cancel/ answers. */
type Cancelled = { message: string; featured_until: string };

type Props = { site: OwnSiteSummary; onCancelled: (featuredUntil: string) => void; onClose: () => void };

export function CancelDialog({ site, onCancelled, onClose }: Props) {
  return (
    <ConfirmDialog
      id="cancel-subscription"
      title="Cancel this subscription?"
      action="Cancel subscription"
      busyText="Cancelling…"
      onClose={onClose}
      onConfirm={async () => {
        const { message, featured_until } = await send<Cancelled>("POST", "payments/cancel/", {
          body: { site_id: site.id },
          otherwise: "Failed to cancel subscription. Please try again later.",
        });
        showMessage(message);
        onCancelled(featured_until);
      }}
    >
      <strong>{site.name}</strong> stays featured until the end of what is paid, and is then listed for free.
    </ConfirmDialog>
  );
}
