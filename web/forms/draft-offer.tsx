import { useState, type ReactNode } from "react";
import { useSession } from "../session.tsx";
import { Time } from "../ui/time.tsx";
import "./long-form.css";
import { draftKey, dropDraft, readDraft, type KeptDraft } from "./kept-draft.ts";
import type { DraftKind, DraftStart } from "./use-draft.ts";

type Props<Draft> = {
  kind: DraftKind<Draft>;
  of: Parameters<typeof draftKey>[1];
  /** What there is without a draft: nothing, or what is edited as it is. */
  bare: Draft;
  /** `updated_at` of what is edited. */
  basedOn?: string;
  children: (start: DraftStart<Draft>) => ReactNode;
};

/** Offers the draft that this device kept, before a form that would keep another one in its place. */
export function DraftOffer<Draft>({ kind, of, bare, basedOn, children }: Props<Draft>) {
  const user = useSession()!;
  const key = draftKey(user.id, of);
  const [kept, setKept] = useState(() => newerThan(basedOn, readDraft(key, kind.rules)));
  const [start, setStart] = useState<DraftStart<Draft>>({ kind, start: bare, bare, key, basedOn });

  if (!kept) return children(start);
  const { draft, changedAt } = kept;
  return (
    <section className="card long-form" aria-labelledby="draft-title">
      <h2 id="draft-title">You have a draft</h2>
      <p>
        {kind.nameOf(draft) ? <strong>{kind.nameOf(draft)}</strong> : kind.unnamed}, last changed{" "}
        <Time at={changedAt} /> and kept on this device.
      </p>
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
            dropDraft(key);
            setKept(undefined);
          }}
        >
          Discard draft
        </button>
      </p>
    </section>
  );
}

/** A draft of changes is worth something only while what they change is older. */
function newerThan<Draft>(updatedAt: string | undefined, kept: KeptDraft<Draft> | undefined) {
  return kept && updatedAt && kept.basedOn !== updatedAt && kept.changedAt < updatedAt ? undefined : kept;
}
