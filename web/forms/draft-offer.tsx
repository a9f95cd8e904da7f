import { useState, type ReactNode } from "react";
import { useSession } from "../session.tsx";
import { Time } from "../ui/time.tsx";
import "./long-form.css";
import { draftKey, deleteDraft, readDraft, type StoredDraft } from "./draft-storage.ts";
import type { DraftKind, DraftStart } from "./use-draft.ts";

type Props<Draft> = {
  kind: DraftKind<Draft>;
  of: Parameters<typeof draftKey>[1];
  /** What there is without a draft: nothing, or what is edited as it is. */
  original: Draft;
  /** `updated_at` of what is edited. */
  basedOn?: string;
  children: (start: DraftStart<Draft>) => ReactNode;
};

/** Offers the draft that this device kept, before a form that would keep another one in its place. */
export function DraftOffer<Draft extends object>({ kind, of, original, basedOn, children }: Props<Draft>) {
  const user = useSession()!;
  const key = draftKey(user.id, of);
  const [kept, setKept] = useState(() => changesOf(original, readDraft(key, kind.rules, original), kind));
  const [start, setStart] = useState<DraftStart<Draft>>({ kind, start: original, original, key, basedOn });

  if (!kept) return children(start);
  const { draft, changedAt, unreadable } = kept;
  return (
    <section className="card long-form" aria-labelledby="draft-title">
      <h2 id="draft-title">You have a draft</h2>
      <p>
        {kind.nameOf(draft) ? <strong>{kind.nameOf(draft)}</strong> : kind.unnamed}, last changed{" "}
        <Time at={changedAt} /> and kept on this device.
      </p>
      {unreadable && (
        <>
          <p>This page has changed since then and cannot take up everything. Copy what you need before you continue:</p>
          <textarea aria-label="What cannot be taken up" readOnly rows={6} value={unreadable} />
        </>
      )}
      <p className="actions">
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            // What the draft changes is the version that it was begun from.
            setStart({ ...start, start: draft, basedOn: kept.basedOn });
            setKept(undefined);
          }}
        >
          Continue with the draft
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            deleteDraft(key);
            setKept(undefined);
          }}
        >
          Discard draft
        </button>
      </p>
    </section>
  );
}

/**
 * A draft that says something else than what there is. Also one that is older than the last save, which may have been of
 * something else in its place, such as a name changed in the table: saving it asks what is to stay.
 */
const changesOf = <Draft,>(original: Draft, kept: StoredDraft<Draft> | undefined, kind: DraftKind<Draft>) =>
  kept && (kept.unreadable || !kind.isSame(kept.draft, original)) ? kept : undefined;
