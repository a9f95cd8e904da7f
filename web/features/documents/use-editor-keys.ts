import { type RefObject, useEffect } from "react";

/** Keeps the editor's keys inside `host`, and lets Escape lead out of it, to `outside`. */
export function useEditorKeys(host: RefObject<HTMLElement | null>, outside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && host.current!.contains(event.target);
      // The editor would take a Tab anywhere on the page for one in the block that was edited last.
      if (!isInside && event.key === "Tab") event.stopImmediatePropagation();
      // Code and lists use Tab themselves.
      if (isInside && event.key === "Escape" && !host.current!.querySelector(".ce-popover--opened"))
        outside.current!.focus();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [host, outside]);
}
