import { useState, type ReactNode } from "react";
import { useSession } from "../data/session.tsx";
import { Time } from "../ui/time.tsx";
import { DiscardButton } from "./draft-note.tsx";
import "./long-form.css";
import { draftKey, deleteDraft, readDraft, type StoredDraft } from "./draft-storage.ts";
import type { DraftKind, DraftStart } from "./use-draft.ts";

type Props<Draft> = {
  kind: DraftKind<Draft>;
  of: Parameters<typeof draftKey>[1];
  original: Draft;
  basedOn?: string;
  children: (start: DraftStart<Draft>) => ReactNode;
};

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
        <Time at={changedAt} />, saved on this device.
      </p>
      {unreadable && (
        <>
          <p>
            This form has changed since then, so these parts cannot be restored. Copy what you need before you continue:
          </p>
          <textarea aria-label="Parts that cannot be restored" readOnly rows={6} value={unreadable} />
        </>
      )}
      <div className="actions">
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            // The draft continues from the version that it was based on, which may be older than the current one.
            setStart({ ...start, start: draft, basedOn: kept.basedOn });
            setKept(undefined);
          }}
        >
          Continue with the draft
        </button>
        <DiscardButton
          className="button"
          onDiscard={() => {
            deleteDraft(key);
            setKept(undefined);
          }}
        />
      </div>
    </section>
  );
}

/**
 * Undefined if the draft equals the original. A draft that is older than the last save counts, too: that save may have
 * changed other fields. Saving such a draft opens the ConflictDialog.
 */
const changesOf = <Draft,>(original: Draft, kept: StoredDraft<Draft> | undefined, kind: DraftKind<Draft>) =>
  kept && (kept.unreadable || !kind.isSame(kept.draft, original)) ? kept : undefined;
