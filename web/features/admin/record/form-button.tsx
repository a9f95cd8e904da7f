import { type ReactNode, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import type { RowActionProps } from "./use-record-changes.ts";

type Props = Pick<RowActionProps, "onTyped"> & {
  /** Of the button. */
  label: ReactNode;
  className?: string;
  /** Of the dialog. */
  title: string;
  /** Returns the form. */
  children: (close: () => void) => ReactNode;
};

/** A button that opens a form in a dialog. */
export function FormButton({ label, className = "button", title, onTyped, children }: Props) {
  const [isOpen, setOpen] = useState(false);

  function close() {
    setOpen(false);
    onTyped(false);
  }

  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{label}</span>
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
