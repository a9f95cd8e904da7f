import { useCallback, useRef, useState } from "react";
import { dropDraft, keepDraft } from "./kept-draft.ts";
import { isSame, type SiteDraft } from "./site-draft.ts";

/** What a form starts from. */
export type DraftStart = {
  /** What its fields begin with. */
  start: SiteDraft;
  /** What there is without a draft: nothing, or the site as it is. */
  bare: SiteDraft;
  /** Where the draft is kept. */
  key: string;
  /** `updated_at` of the site that is edited. */
  basedOn?: string | undefined;
};

/** A draft that is kept on this device after each change. */
export function useDraft({ start, bare, key, basedOn }: DraftStart) {
  const [draft, setDraft] = useState(start);
  const [isKept, setKept] = useState<boolean>();
  // Changes may come from the editor long after the render that it was given its callback in.
  const newest = useRef(draft);

  const drop = useCallback(() => {
    dropDraft(key);
    setKept(undefined);
  }, [key]);

  const change = useCallback(
    (changes: Partial<SiteDraft>): SiteDraft => {
      newest.current = { ...newest.current, ...changes };
      setDraft(newest.current);
      if (isSame(newest.current, bare)) drop();
      else setKept(keepDraft(key, newest.current, basedOn));
      return newest.current;
    },
    [bare, key, basedOn, drop],
  );

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
