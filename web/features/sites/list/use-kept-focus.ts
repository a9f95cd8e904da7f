import { useEffect, useRef, type FocusEvent, type RefObject } from "react";

const PARTS = ".understood a";

/**
 * If new results take away the element with the focus, another one gets it: after a part that the search understood, the
 * next one or else the last one, after “Show all” the first box that it has added, after “Filters” the filters, and
 * otherwise the heading. Returns props of the element with the results.
 */
export function useKeptFocus(results: RefObject<HTMLElement | null>) {
  const held = useRef<{ element: Element; at: number; group: Element | null; boxes: Element[] }>(undefined);

  // After each render, because any of them may take the element away.
  useEffect(() => {
    if (!held.current || held.current.element.isConnected) return;
    const { element, at, group, boxes } = held.current;
    held.current = undefined;
    if (document.activeElement !== document.body) return;
    const parts = results.current!.querySelectorAll<HTMLElement>(PARTS);
    const added = boxesOf(group).find((box) => !boxes.includes(box));
    const title = element.matches(".filters-button") ? "#filters-title" : "#results-title";
    const next = added ?? parts[Math.min(at, parts.length - 1)] ?? results.current!.querySelector<HTMLElement>(title)!;
    next.focus({ preventScroll: true });
  });

  // React reports no blur of an element that it removes.
  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const group = target.closest("fieldset");
      const at = [...currentTarget.querySelectorAll(PARTS)].indexOf(target);
      held.current = { element: target, at, group, boxes: boxesOf(group) };
    },
    onBlur() {
      held.current = undefined;
    },
  };
}

const boxesOf = (group: Element | null) => [...(group?.querySelectorAll("input") ?? [])];
