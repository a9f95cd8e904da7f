import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { RowActionProps } from "./use-record-changes.ts";

type Props = Pick<RowActionProps, "onTyped"> & {
  /** Of the button. */
  label: ReactNode;
  className?: string;
  /** Of the dialog. */
  title: string;
  /** Returns the form. `touch` must be called when the user has typed. */
  children: (close: () => void, touch: () => void) => ReactNode;
};

/** A button that opens a form in a dialog. Closing the dialog asks first if the user has typed. */
export function FormButton({ label, className = "button", title, onTyped, children }: Props) {
  const [step, setStep] = useState<"closed" | "open" | "asking">("closed");
  const [isTyped, setTyped] = useState(false);

  function setBoth(isNow: boolean) {
    setTyped(isNow);
    onTyped(isNow);
  }

  function close() {
    setStep("closed");
    setBoth(false);
  }

  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setStep("open")}>
        <span>{label}</span>
      </button>
      {/* It closes before the form, which then returns the focus to the button. */}
      {step === "asking" && (
        <ConfirmDialog
          title="Close without saving?"
          action="Close without saving"
          busyText="Closing…"
          onConfirm={close}
          onClose={() => setStep("open")}
        >
          What you have typed will be lost.
        </ConfirmDialog>
      )}
      {step !== "closed" && (
        <Dialog title={title} asksToClose={isTyped} onClose={isTyped ? () => setStep("asking") : close}>
          {children(close, () => setBoth(true))}
        </Dialog>
      )}
    </>
  );
}
