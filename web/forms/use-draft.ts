import { useCallback, useEffect, useRef, useState } from "react";
import { type DraftRules, dropDraft, keepDraft, listenToOtherTabs } from "./kept-draft.ts";

/** What drafts there are. */
export type DraftKind<Draft> = {
  /** What a draft's fields must look like to be taken up again. */
  rules: DraftRules<Draft>;
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

/** Where a draft stands: kept, kept in one place with that of another tab, dropped there, or not to be kept at all. */
export type Keeping = "kept" | "shared" | "dropped" | "refused";

/** A draft that is kept on this device after each change. */
export function useDraft<Draft extends object>({ kind, start, bare, key, basedOn }: DraftStart<Draft>) {
  const [draft, setDraft] = useState(start);
  const [keeping, setKeeping] = useState<Keeping | undefined>(() => (kind.isSame(start, bare) ? undefined : "kept"));
  // Changes may come from the editor long after the render that it was given its callback in.
  const newest = useRef(draft);
  /** What the draft changes, and in which version. */
  const base = useRef({ bare, basedOn });

  useEffect(
    () =>
      listenToOtherTabs(key, (what) => {
        if (what === "kept") setKeeping("shared");
        else setKeeping(kind.isSame(newest.current, base.current.bare) ? undefined : "dropped");
      }),
    [kind, key],
  );

  const drop = useCallback(() => {
    dropDraft(key);
    setKeeping(undefined);
  }, [key]);

  const change = useCallback(
    (changes: Partial<Draft>): Draft => {
      newest.current = { ...newest.current, ...changes };
      setDraft(newest.current);
      if (kind.isSame(newest.current, base.current.bare)) drop();
      else {
        const isKept = keepDraft(key, newest.current, base.current.basedOn);
        setKeeping((before) => (isKept ? (before === "shared" ? before : "kept") : "refused"));
      }
      return newest.current;
    },
    [kind, key, drop],
  );

  const begin = useCallback(
    (saved: Draft, version: string) => {
      base.current = { bare: saved, basedOn: version };
      change({});
    },
    [change],
  );

  return {
    draft,
    change,
    /** With the newest changes, also in a callback of an earlier render. */
    current: () => newest.current,
    /** What became of the last change; undefined while there is nothing to keep. */
    keeping,
    drop,
    /** From then on it is a draft of changes to that version; what was typed since it was sent stays in it. */
    begin,
  };
}
