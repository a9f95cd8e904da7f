import { useState } from "react";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import "./long-form.css";

type Props = {
  /** Whether the last change is kept; undefined where there is nothing to keep. */
  isKept: boolean | undefined;
  onDiscard: () => void;
};

/** Says what happens to what is typed, and lets it be thrown away. */
export function DraftNote({ isKept, onDiscard }: Props) {
  const [isAsking, setAsking] = useState(false);
  if (isKept === undefined) return null;
  return (
    <div className="draft-note">
      <span>
        {isKept
          ? "Your draft is kept on this device."
          : "This browser keeps no draft: finish before you close the page."}
      </span>
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
