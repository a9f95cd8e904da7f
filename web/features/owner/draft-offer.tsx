import { useState, type ReactNode } from "react";
import { useSession } from "../../session.tsx";
import { Time } from "../../ui/time.tsx";
import { draftKey, dropDraft, readDraft, type KeptDraft } from "./kept-draft.ts";
import type { SiteDraft } from "./site-draft.ts";
import type { DraftStart } from "./use-draft.ts";

type Props = {
  siteId: number | "new";
  /** What there is without a draft: nothing, or the site as it is. */
  bare: SiteDraft;
  /** `updated_at` of the site that is edited. */
  basedOn?: string;
  children: (start: DraftStart) => ReactNode;
};

/** Offers the draft that this device kept, before a form that would keep another one in its place. */
export function DraftOffer({ siteId, bare, basedOn, children }: Props) {
  const user = useSession()!;
  const key = draftKey(user.id, siteId);
  const [kept, setKept] = useState<KeptDraft | undefined>(() => newerThan(basedOn, readDraft(key)));
  const [start, setStart] = useState<DraftStart>({ start: bare, bare, key, basedOn });

  if (!kept) return children(start);
  const { draft, changedAt } = kept;
  return (
    <section className="card owner-form" aria-labelledby="draft-title">
      <h2 id="draft-title">You have a draft</h2>
      <p>
        {draft.name ? <strong>{draft.name}</strong> : "A listing without a name yet"}, last changed{" "}
        <Time at={changedAt} /> and kept on this device.
      </p>
      <p className="actions">
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            // What the draft changes is the site as it was then.
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

/** A draft of changes to a site is worth something only while the site is older. */
function newerThan(updatedAt: string | undefined, kept: KeptDraft | undefined): KeptDraft | undefined {
  return kept && updatedAt && kept.basedOn !== updatedAt && kept.changedAt < updatedAt ? undefined : kept;
}
