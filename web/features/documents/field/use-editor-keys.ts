import { type RefObject, useEffect } from "react";

/** Hides Tab presses outside of `host` from the editor. Makes Escape move the focus from the editor to `outside`. */
export function useEditorKeys(host: RefObject<HTMLElement | null>, outside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && host.current!.contains(event.target);
      // Editor.js would handle a Tab anywhere on the page as if it were pressed in the block that was edited last.
      if (!isInside && event.key === "Tab") event.stopImmediatePropagation();
      // Editor.js deletes selected blocks only if no text is selected. Its menu, when it closes, selects text again.
      const isDeleting = event.key === "Backspace" || event.key === "Delete";
      if (isInside && isDeleting && host.current!.querySelector(".ce-block--selected"))
        getSelection()!.removeAllRanges();
      // Tab cannot leave the editor: code blocks and lists use it.
      if (isInside && event.key === "Escape" && !host.current!.querySelector(".ce-popover--opened"))
        outside.current!.focus();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [host, outside]);
}
