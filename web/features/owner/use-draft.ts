import { useCallback, useRef, useState } from "react";
import { dropDraft, keepDraft } from "./kept-draft.ts";
import type { SiteDraft } from "./site-draft.ts";

/** A draft that is kept on this device after each change, under `key`. */
export function useDraft(start: SiteDraft, key: string, basedOn?: string) {
  const [draft, setDraft] = useState(start);
  const [isKept, setKept] = useState<boolean>();
  // Changes may come from the editor long after the render that it was given its callback in.
  const newest = useRef(draft);

  const change = useCallback(
    (changes: Partial<SiteDraft>): SiteDraft => {
      newest.current = { ...newest.current, ...changes };
      setDraft(newest.current);
      setKept(keepDraft(key, newest.current, basedOn));
      return newest.current;
    },
    [key, basedOn],
  );

  const drop = useCallback(() => {
    dropDraft(key);
    setKept(undefined);
  }, [key]);

  return {
    draft,
    change,
    /** With the newest changes, also in a callback of an earlier render. */
    current: () => newest.current,
    /** Whether the last change is kept; undefined while there is nothing to keep. */
    isKept,
    drop,
  };
}

export type Draft = ReturnType<typeof useDraft>;
