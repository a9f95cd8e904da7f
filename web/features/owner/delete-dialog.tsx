import type { OwnSiteSummary } from "#schema/sites.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showMessage } from "../../ui/message.tsx";
import { deleteSite } from "./calls.ts";

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
        onDeleted();
        // The button that opened the dialog is gone with its site.
        document.querySelector<HTMLElement>("main h1")?.focus();
      }}
    >
      <strong>{site.name}</strong> with its page, article and likes is deleted for good, and what is paid for it is
      cancelled. This cannot be undone.
    </ConfirmDialog>
  );
}
