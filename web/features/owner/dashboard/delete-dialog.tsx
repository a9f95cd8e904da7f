import { flushSync } from "react-dom";
import type { OwnerSiteSummary } from "#schema/sites.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { showMessage } from "../../../ui/message.tsx";

type Props = {
  site: OwnerSiteSummary;
  /** Ends once the list has been loaded without the site. */
  onDelete: () => Promise<void>;
  onClose: () => void;
};

export function DeleteDialog({ site, onDelete, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Delete this site?"
      action="Delete for good"
      busyText="Deleting…"
      onClose={onClose}
      onConfirm={async () => {
        await onDelete();
        showMessage(`${site.name} was deleted.`);
        // The button that opened the dialog goes with its site, and nothing outside takes the focus while it is open.
        flushSync(onClose);
        const heading = document.querySelector<HTMLElement>("main h1");
        heading?.setAttribute("tabindex", "-1");
        heading?.focus();
      }}
    >
      <strong>{site.name}</strong> with its page, article and likes is deleted for good, and what is paid for it is
      cancelled. This cannot be undone.
    </ConfirmDialog>
  );
}
