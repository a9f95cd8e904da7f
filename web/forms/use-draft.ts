import { useCallback, useEffect, useRef, useState } from "react";
import { type DraftRules, deleteDraft, saveDraft, onOtherTabChange } from "./draft-storage.ts";

export type DraftKind<Draft> = {
  rules: DraftRules<Draft>;
  isSame: (one: Draft, other: Draft) => boolean;
  /** Empty if the user gave no name. */
  nameOf: (draft: Draft) => string;
  unnamed: string;
};

export type DraftStart<Draft> = {
  kind: DraftKind<Draft>;
  /** The original or a stored draft. */
  start: Draft;
  /** The values without a draft: empty, or the saved record. */
  original: Draft;
  key: string;
  /** `updated_at` of the edited record. */
  basedOn?: string | undefined;
};

/**
 * "shared": another tab saves to the same key. "deleted": by another tab. "unavailable": the browser cannot store it.
 */
export type DraftStatus = "saved" | "shared" | "deleted" | "unavailable";

/** Saves the draft in this browser after each change, and deletes it if it equals the original. */
export function useDraft<Draft extends object>({ kind, start, original, key, basedOn }: DraftStart<Draft>) {
  const [draft, setDraft] = useState(start);
  const [status, setStatus] = useState<DraftStatus | undefined>(() =>
    kind.isSame(start, original) ? undefined : "saved",
  );
  // The editor may report a change from an old render, so the latest draft is in a ref.
  const newest = useRef(draft);
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
    /** Returns the latest draft, also from a callback of an earlier render. */
    current: () => newest.current,
    /** Undefined if there is no draft. */
    status,
    discard,
    /** Makes the saved version the new original. Later changes stay in the draft. */
    rebase,
  };
}
