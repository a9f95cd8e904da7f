import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { CardPage } from "#schema/sites/sites.ts";
import type { TypedState } from "./use-live-search.ts";

/**
 * Tells the server what was searched for: `report-search.ts`, which is loaded only then. Returns the ref of the element
 * with the results.
 */
export function useSearchReport(q: string, { count, exact_count = count, corrected_query }: CardPage) {
  const results = useRef<HTMLElement>(null);
  const found = corrected_query ? 0 : exact_count;
  const isSubmitted = (useLocation().state as TypedState)?.isTyped === false;

  useEffect(() => {
    if (q === "") return;
    const element = results.current!;
    const watching = import("./report-search.ts").then(
      ({ watchSearch }) => watchSearch(element, { q, found, isSubmitted }),
      // It could not be loaded: nothing is counted.
      () => () => {},
    );
    return () => void watching.then((end) => end());
  }, [q, found, isSubmitted]);

  return results;
}
