import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

type Props = {
  title: ReactNode;
  /** For tables: as much of the window as there is. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal dialog, open as long as it is rendered: whoever renders it may keep it. The browser's own: it keeps the focus
 * inside, closes on Escape and gives the focus back.
 */
export function Dialog({ title, isWide = false, onClose, children }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The browser takes the first button, which closes it; where there is a form, people came for that.
    element.querySelector<HTMLElement>("form input")?.focus();
    return () => element.close();
  }, []);

  useEffect(() => {
    const element = dialog.current!;
    // Its content fills the dialog, so a click on the dialog itself is one outside.
    const closeOutside = (event: MouseEvent) => event.target === element && onClose();
    element.addEventListener("click", closeOutside);
    return () => element.removeEventListener("click", closeOutside);
  }, [onClose]);

  return (
    <dialog
      ref={dialog}
      className={isWide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={titleId}
      // React hands on the event of a dialog inside, and the one that follows when this one has been taken away.
      onClose={({ target, currentTarget }) => target === currentTarget && currentTarget.isConnected && onClose()}
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
