import { useState, type ReactNode } from "react";
import { ApiError } from "../api.ts";
import { FormMessage } from "./form-message.tsx";
import { FormActions } from "./form-actions.tsx";
import { Dialog } from "../ui/dialog.tsx";

type Props = {
  title: string;
  children: ReactNode;
  /** The button that does it, while it is idle and while it is busy. */
  action: string;
  busyText: string;
  /** The button that does nothing. */
  dismiss?: string;
  /** Ends with the dialog taken away. Where it throws an ApiError, the dialog stays and says so. */
  onConfirm: () => void | Promise<void>;
  onClose: () => void;
};

/** Asks before something that cannot be taken back. The first thing in it to be focused is harmless. */
export function ConfirmDialog({ title, children, action, busyText, dismiss = "Cancel", onConfirm, onClose }: Props) {
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
        <FormActions
          className="button button-danger"
          busy={busy}
          busyText={busyText}
          onCancel={onClose}
          cancelText={dismiss}
        >
          {action}
        </FormActions>
      </form>
    </Dialog>
  );
}
