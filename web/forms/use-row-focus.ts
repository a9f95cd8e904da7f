import { useEffect, useRef } from "react";

/** Moves the focus to the first field of a row, after the row was rendered. */
export function useRowFocus() {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef("");
  useEffect(() => {
    if (!wanted.current) return;
    list
      .current!.querySelector<HTMLElement>(
        `[data-key="${CSS.escape(wanted.current)}"] input:not([type=file], [type=hidden])`,
      )
      ?.focus();
    wanted.current = "";
  });
  return { list, focusRow: (key: string) => (wanted.current = key) };
}
