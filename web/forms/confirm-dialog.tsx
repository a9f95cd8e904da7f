import { useState, type ReactNode } from "react";
import { ApiError } from "../data/api.ts";
import { FormMessage } from "./form-message.tsx";
import { FormActions } from "./form-actions.tsx";
import { Dialog } from "../ui/dialog.tsx";

type Props = {
  title: string;
  children: ReactNode;
  action: string;
  /** Of the button that confirms. Default: for what cannot be undone. */
  className?: string;
  busyText: string;
  cancelText?: string;
  /** Must close the dialog when it is done. If it throws an ApiError, the dialog stays open and shows the message. */
  onConfirm: () => void | Promise<void>;
  onClose: () => void;
};

export function ConfirmDialog({
  title,
  children,
  action,
  className = "button button-danger",
  busyText,
  cancelText = "Cancel",
  onConfirm,
  onClose,
}: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  async function confirm() {
    if (busy) return;
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div>{children}</div>
        <FormMessage text={problem} />
        <FormActions className={className} busy={busy} busyText={busyText} onCancel={onClose} cancelText={cancelText}>
          {action}
        </FormActions>
      </form>
    </Dialog>
  );
}
