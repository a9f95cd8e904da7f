import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import "./long-form.css";
import type { DraftStatus } from "./use-draft.ts";

type Props = {
  /** Undefined if there is no draft. */
  status: DraftStatus | undefined;
  onDiscard: () => void;
};

const NOTES: Record<DraftStatus, string> = {
  saved: "Your draft is saved on this device.",
  shared: "This draft is also open in another tab. Only the latest change is saved.",
  deleted: "This draft was finished or discarded in another tab. Your next change here saves it again.",
  unavailable: "This browser cannot save drafts. Finish before you close this page.",
};

export const DraftNote = ({ status, onDiscard }: Props) =>
  status && (
    <div className="form-note">
      <span aria-live="polite">{NOTES[status]}</span>
      <DiscardButton className="link-button" onDiscard={onDiscard} />
    </div>
  );

/** Asks first. */
export function DiscardButton({ className, onDiscard }: { className: string; onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Discard draft
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Discard this draft?"
          action="Discard draft"
          busyText="Discarding…"
          onConfirm={() => {
            setAsking(false);
            onDiscard();
          }}
          onClose={() => setAsking(false)}
        >
          What you typed here will be deleted.
        </ConfirmDialog>
      )}
    </>
  );
}
