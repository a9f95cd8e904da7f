import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import "./long-form.css";
import type { DraftStatus } from "./use-draft.ts";

type Props = {
  /** What became of the last change; undefined where there is nothing to keep. */
  status: DraftStatus | undefined;
  onDiscard: () => void;
};

const NOTES: Record<DraftStatus, string> = {
  saved: "Your draft is kept on this device.",
  shared: "This draft is also being edited in another tab; the last change is kept.",
  deleted: "Another tab has finished or discarded this draft; your next change here keeps it again.",
  unavailable: "This browser keeps no draft: finish before you close the page.",
};

/** Says what happens to what is typed, and lets it be thrown away. */
export function DraftNote({ status, onDiscard }: Props) {
  const [isAsking, setAsking] = useState(false);
  if (!status) return null;
  return (
    <div className="form-note">
      <span aria-live="polite">{NOTES[status]}</span>
      <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setAsking(true)}>
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
          What you have typed here is thrown away.
        </ConfirmDialog>
      )}
    </div>
  );
}
