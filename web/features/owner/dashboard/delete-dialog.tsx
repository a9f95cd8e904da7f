import { flushSync } from "react-dom";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { DateText } from "../../../ui/date.tsx";
import { showMessage } from "../../../ui/message.tsx";

type Props = {
  site: OwnerSiteSummary;
  /** End of the paid or granted days. */
  until: string | null;
  /** Resolves when the list has been loaded without the site. */
  onDelete: () => Promise<void>;
  onClose: () => void;
};

export function DeleteDialog({ site, until, onDelete, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Delete this site?"
      action="Delete for good"
      busyText="Deleting…"
      onClose={onClose}
      onConfirm={async () => {
        await onDelete();
        showMessage(`${site.name} was deleted.`);
        // The button that had the focus disappears with its site, so the heading gets the focus. First the dialog must
        // close, because nothing outside an open dialog can be focused.
        flushSync(onClose);
        const heading = document.querySelector<HTMLElement>("main h1");
        heading?.setAttribute("tabindex", "-1");
        heading?.focus();
      }}
    >
      <p>
        <strong>{site.name}</strong> will be deleted for good, with its page, article and likes. You cannot undo this.
      </p>
      {until && (
        <p>
          It is featured until <DateText iso={until} />. These days are lost, and not refunded. If it has a
          subscription, that ends now.
        </p>
      )}
    </ConfirmDialog>
  );
}
