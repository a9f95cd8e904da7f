import { useEffect, useRef, type ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

type Props = { id: string; title: string; onClose: () => void; children: ReactNode };

/**
 * A modal dialog, open as long as it is rendered. The browser's own: it keeps the focus inside, closes on Escape and
 * gives the focus back.
 */
export function Dialog({ id, title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current!;
    // Its content fills the dialog, so a click on the dialog itself is one outside.
    const closeOutside = (event: MouseEvent) => event.target === element && element.close();
    element.addEventListener("click", closeOutside);
    element.showModal();
    // The browser takes the first button, which closes it; where there is a form, people came for that.
    element.querySelector<HTMLElement>("form input")?.focus();
    return () => element.removeEventListener("click", closeOutside);
  }, []);

  return (
    <dialog ref={dialog} id={id} className="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <div className="dialog-content">
        <header className="dialog-header">
          <h2 id={`${id}-title`}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={() => dialog.current!.close()}>
            <CloseIcon />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
