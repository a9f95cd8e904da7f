import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

type Props = {
  title: ReactNode;
  /** `dialog-wide` uses the full width of the window, for tables. */
  className?: string;
  /** `onClose` asks the user first, so the dialog stays open. */
  asksToClose?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal dialog, open while it is rendered. The browser's <dialog> traps the focus, closes on Escape and returns the
 * focus.
 */
export function Dialog({ title, className = "", asksToClose = false, onClose, children }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The browser would focus the close button. The first input of a form is better.
    element.querySelector<HTMLElement>("form :is(input, textarea)")?.focus();
    return () => element.close();
  }, []);

  useEffect(() => {
    const element = dialog.current!;
    // The content fills the dialog, so a click on the dialog element itself is outside.
    const closeOutside = (event: MouseEvent) => event.target === element && onClose();
    element.addEventListener("click", closeOutside);
    return () => element.removeEventListener("click", closeOutside);
  }, [onClose]);

  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The browser lets a page keep a dialog open only once after each click or key. Then `close` follows.
        if (!asksToClose || !event.cancelable || event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // React also delivers the event of a nested dialog, and one that arrives after this dialog is removed.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || !currentTarget.isConnected) return;
        if (asksToClose) currentTarget.showModal();
        onClose();
      }}
    >
      <div className="dialog-content">
        <header className="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
