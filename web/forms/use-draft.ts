import { useCallback, useRef, useState } from "react";
import type * as z from "zod/mini";
import { dropDraft, keepDraft } from "./kept-draft.ts";

/** What drafts there are. */
export type DraftKind<Draft> = {
  /** What a draft must look like to be taken up again. */
  rules: z.ZodMiniType<Draft>;
  /** Whether two drafts say the same. */
  isSame: (one: Draft, other: Draft) => boolean;
  /** What somebody knows it by. */
  nameOf: (draft: Draft) => string;
  unnamed: string;
};

/** What a form starts from. */
export type DraftStart<Draft> = {
  kind: DraftKind<Draft>;
  /** What its fields begin with. */
  start: Draft;
  /** What there is without a draft: nothing, or what is edited as it is. */
  bare: Draft;
  /** Where the draft is kept. */
  key: string;
  /** `updated_at` of what is edited. */
  basedOn?: string | undefined;
};

/** A draft that is kept on this device after each change. */
export function useDraft<Draft extends object>({ kind, start, bare, key, basedOn }: DraftStart<Draft>) {
  const [draft, setDraft] = useState(start);
  const [isKept, setKept] = useState<boolean | undefined>(() => !kind.isSame(start, bare) || undefined);
  // Changes may come from the editor long after the render that it was given its callback in.
  const newest = useRef(draft);

  const drop = useCallback(() => {
    dropDraft(key);
    setKept(undefined);
  }, [key]);

  const change = useCallback(
    (changes: Partial<Draft>): Draft => {
      newest.current = { ...newest.current, ...changes };
      setDraft(newest.current);
      if (kind.isSame(newest.current, bare)) drop();
      else setKept(keepDraft(key, newest.current, basedOn));
      return newest.current;
    },
    [kind, bare, key, basedOn, drop],
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
