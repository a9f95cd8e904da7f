import { flushSync } from "react-dom";
import type { OwnSiteSummary } from "#schema/sites.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { deleteSite } from "../calls.ts";

type Props = { site: OwnSiteSummary; onDeleted: () => void; onClose: () => void };

export function DeleteDialog({ site, onDeleted, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Delete this site?"
      action="Delete for good"
      busyText="Deleting…"
      onClose={onClose}
      onConfirm={async () => {
        await deleteSite(site);
        showMessage(`${site.name} was deleted.`);
        // The button that opened the dialog goes with its site, and nothing outside takes the focus while it is open.
        flushSync(onDeleted);
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
