import { useCallback, useEffect, useRef, useState } from "react";
import { type DraftRules, deleteDraft, saveDraft, onOtherTabChange } from "./draft-storage.ts";

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
  original: Draft;
  /** Where the draft is kept. */
  key: string;
  /** `updated_at` of what is edited. */
  basedOn?: string | undefined;
};

/** Where a draft stands: kept, kept in one place with that of another tab, dropped there, or not to be kept at all. */
export type DraftStatus = "saved" | "shared" | "deleted" | "unavailable";

/** A draft that is kept on this device after each change. */
export function useDraft<Draft extends object>({ kind, start, original, key, basedOn }: DraftStart<Draft>) {
  const [draft, setDraft] = useState(start);
  const [status, setStatus] = useState<DraftStatus | undefined>(() =>
    kind.isSame(start, original) ? undefined : "saved",
  );
  // Changes may come from the editor long after the render that it was given its callback in.
  const newest = useRef(draft);
  /** What the draft changes, and in which version. */
  const base = useRef({ original, basedOn });

  useEffect(
    () =>
      onOtherTabChange(key, (what) => {
        if (what === "saved") setStatus("shared");
        else setStatus(kind.isSame(newest.current, base.current.original) ? undefined : "deleted");
      }),
    [kind, key],
  );

  const discard = useCallback(() => {
    deleteDraft(key);
    setStatus(undefined);
  }, [key]);

  const change = useCallback(
    (changes: Partial<Draft>): Draft => {
      newest.current = { ...newest.current, ...changes };
      setDraft(newest.current);
      if (kind.isSame(newest.current, base.current.original)) discard();
      else {
        const isSaved = saveDraft(key, newest.current, base.current.basedOn);
        setStatus((before) => (isSaved ? (before === "shared" ? before : "saved") : "unavailable"));
      }
      return newest.current;
    },
    [kind, key, discard],
  );

  const rebase = useCallback(
    (saved: Draft, version: string) => {
      base.current = { original: saved, basedOn: version };
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
    status,
    discard,
    /** From then on it is a draft of changes to that version; what was typed since it was sent stays in it. */
    rebase,
  };
}
