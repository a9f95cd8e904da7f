import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import "./long-form.css";
import type { Keeping } from "./use-draft.ts";

type Props = {
  /** What became of the last change; undefined where there is nothing to keep. */
  keeping: Keeping | undefined;
  onDiscard: () => void;
};

const NOTES: Record<Keeping, string> = {
  kept: "Your draft is kept on this device.",
  shared: "This draft is also being edited in another tab; the last change is kept.",
  dropped: "Another tab has finished or discarded this draft; your next change here keeps it again.",
  refused: "This browser keeps no draft: finish before you close the page.",
};

/** Says what happens to what is typed, and lets it be thrown away. */
export function DraftNote({ keeping, onDiscard }: Props) {
  const [isAsking, setAsking] = useState(false);
  if (!keeping) return null;
  return (
    <div className="form-note">
      <span aria-live="polite">{NOTES[keeping]}</span>
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
