import * as z from "zod/mini";

export type StoredDraft<Draft> = {
  draft: Draft;
  /** Fields that these rules cannot take up, as JSON; absent if there are none. */
  unreadable?: string;
  /** When it was last changed, ISO 8601. */
  changedAt: string;
  /** `updated_at` of what is edited; absent for something new. */
  basedOn?: string | undefined;
};

const PREFIX = "draft.";

/** Where a person's draft is kept on this device: of a new site, of changes to the one with that id, of a post. */
export const draftKey = (userId: number, of: number | "new" | `blog.${string}`) => `${PREFIX}${userId}.${of}`;

/** The rules of each field of a draft. */
export type DraftRules<Draft> = { shape: { [Name in keyof Draft]-?: z.ZodMiniType<Draft[Name]> } };

const storedShape = z.object({
  draft: z.record(z.string(), z.unknown()),
  changedAt: z.string(),
  basedOn: z.optional(z.string()),
});

/** Field by field: one that was added after the draft was kept is as in `original`, so that no change of a form loses drafts. */
export function readDraft<Draft extends object>(
  key: string,
  { shape }: DraftRules<Draft>,
  original: Draft,
): StoredDraft<Draft> | undefined {
  try {
    const { draft: fields, ...kept } = storedShape.parse(JSON.parse(localStorage.getItem(key) ?? "null"));
    const draft = { ...original };
    const unreadable: Record<string, unknown> = {};
    for (const name of Object.keys(shape) as (string & keyof Draft)[]) {
      if (!(name in fields)) continue;
      const { success, data } = shape[name].safeParse(fields[name]);
      if (success) draft[name] = data;
      else unreadable[name] = fields[name];
    }
    return {
      draft,
      ...kept,
      ...(Object.keys(unreadable).length > 0 && { unreadable: JSON.stringify(unreadable, null, 2) }),
    };
  } catch {
    // None, nothing that a page has kept, or a browser that keeps nothing.
    return undefined;
  }
}

/** False where the browser keeps nothing: private mode, or no room. The work goes on without. */
export function saveDraft<Draft>(key: string, draft: Draft, basedOn?: string): boolean {
  const kept: StoredDraft<Draft> = { draft, changedAt: new Date().toISOString(), ...(basedOn && { basedOn }) };
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Another tab that keeps its draft in the same place, or drops what is there. Returns what ends the listening. */
export function onOtherTabChange(key: string, onChange: (what: "saved" | "deleted") => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(event.newValue === null ? "deleted" : "saved");
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** For whoever deletes the account. */
export function deleteAllDrafts(userId: number): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${userId}.`)) deleteDraft(key);
  } catch {
    // Nothing was kept.
  }
}
