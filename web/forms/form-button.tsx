import { type ReactNode, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type Props = {
  /** Called with true if the user has typed, and with false when the dialog is closed. */
  onTyped: (isTyped: boolean) => void;
  /** Of the button. */
  label: string;
  /** Follows the label for screen readers. */
  of?: string;
  className?: string;
  /** Of the dialog. */
  title: string;
  /** Returns the form. `touch` must be called when the user has typed. */
  children: (close: () => void, touch: () => void) => ReactNode;
};

/** A button that opens a form in a dialog. Closing the dialog asks first if the user has typed. */
export function FormButton({ label, of, className = "button", title, onTyped, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  // A number, because Escape may come again before the browser reports that the last question is closed.
  const [question, setQuestion] = useState(0);
  const [isTyped, setTyped] = useState(false);

  function setBoth(isNow: boolean) {
    setTyped(isNow);
    onTyped(isNow);
  }

  function close() {
    setOpen(false);
    setQuestion(0);
    setBoth(false);
  }

  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
        <span className="visually-hidden">{of}</span>
      </button>
      {/* It closes before the form, which then returns the focus to the button. */}
      {question > 0 && (
        <ConfirmDialog
          key={question}
          title="Close without saving?"
          action="Close without saving"
          busyText="Closing…"
          onConfirm={close}
          onClose={() => setQuestion(0)}
        >
          What you have typed will be lost.
        </ConfirmDialog>
      )}
      {isOpen && (
        <Dialog title={title} asksToClose={isTyped} onClose={isTyped ? () => setQuestion(question + 1) : close}>
          {children(close, () => setBoth(true))}
        </Dialog>
      )}
    </>
  );
}
