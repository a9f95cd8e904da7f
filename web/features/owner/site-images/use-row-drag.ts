import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Near the edge of the window, a drag scrolls the page. */
const EDGE_PX = 80;
const SCROLL_PX = 10;
/** A press that moves less is no drag. */
const START_PX = 4;

type Drag = { from: number; to: number };

/**
 * Moves a row of a list with mouse, pen or finger. The browser's own drag and drop does not work with fingers. The row
 * moves when it is dropped; Escape leaves it where it was. Rows may be smaller during a drag, so that a phone shows more.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function begin(event: PointerEvent, from: number) {
    if (event.button !== 0 || !list.current) return;
    // No text is selected, and the image is not dragged.
    event.preventDefault();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const row = list.current.children[from]!;
    const others = [...list.current.children].filter((other) => other !== row);
    let y = event.clientY;
    let to = from;
    let isRunning = false;

    const start = () => {
      isRunning = true;
      flushSync(() => setDrag({ from, to }));
      scrollBy({ top: middleOf(row) - y, behavior: "instant" });
      scroll();
    };
    const follow = () => {
      to = others.filter((other) => middleOf(other) < y).length;
      setDrag({ from, to });
    };
    const end = (isDropped: boolean) => {
      controller.abort();
      if (!isRunning) return;
      flushSync(() => {
        setDrag(undefined);
        if (isDropped && to !== from) onMove(from, to);
      });
      row.scrollIntoView({ block: "center", behavior: "instant" });
    };
    const scroll = () => {
      if (signal.aborted) return;
      const step = y < EDGE_PX ? -SCROLL_PX : y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (step !== 0) {
        scrollBy({ top: step, behavior: "instant" });
        follow();
      }
      requestAnimationFrame(scroll);
    };
    const move = (moved: { clientY: number }) => {
      y = moved.clientY;
      if (!isRunning && Math.abs(y - event.clientY) >= START_PX) start();
      if (isRunning) follow();
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", () => end(true), { signal });
    addEventListener("pointercancel", () => end(false), { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
  }

  return {
    begin,
    /** "moved" for the dragged row, "before" or "after" for the row beside which it would be dropped. */
    roleOf(index: number): "moved" | "before" | "after" | undefined {
      if (!drag) return undefined;
      if (index === drag.from) return "moved";
      if (index !== drag.to) return undefined;
      return drag.to < drag.from ? "before" : "after";
    },
  };
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
