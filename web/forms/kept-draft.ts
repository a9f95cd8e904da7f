import * as z from "zod/mini";

export type KeptDraft<Draft> = {
  draft: Draft;
  /** Fields that these rules cannot take up, as JSON; absent if there are none. */
  unread?: string;
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

const keptText = z.object({
  draft: z.record(z.string(), z.unknown()),
  changedAt: z.string(),
  basedOn: z.optional(z.string()),
});

/** Field by field: one that was added after the draft was kept is as in `bare`, so that no change of a form loses drafts. */
export function readDraft<Draft extends object>(
  key: string,
  { shape }: DraftRules<Draft>,
  bare: Draft,
): KeptDraft<Draft> | undefined {
  try {
    const { draft: fields, ...kept } = keptText.parse(JSON.parse(localStorage.getItem(key) ?? "null"));
    const draft = { ...bare };
    const unread: Record<string, unknown> = {};
    for (const name of Object.keys(shape) as (string & keyof Draft)[]) {
      if (!(name in fields)) continue;
      const { success, data } = shape[name].safeParse(fields[name]);
      if (success) draft[name] = data;
      else unread[name] = fields[name];
    }
    return { draft, ...kept, ...(Object.keys(unread).length > 0 && { unread: JSON.stringify(unread, null, 2) }) };
  } catch {
    // None, nothing that a page has kept, or a browser that keeps nothing.
    return undefined;
  }
}

/** False where the browser keeps nothing: private mode, or no room. The work goes on without. */
export function keepDraft<Draft>(key: string, draft: Draft, basedOn?: string): boolean {
  const kept: KeptDraft<Draft> = { draft, changedAt: new Date().toISOString(), ...(basedOn && { basedOn }) };
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Another tab that keeps its draft in the same place, or drops what is there. Returns what ends the listening. */
export function listenToOtherTabs(key: string, onChange: (what: "kept" | "dropped") => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(event.newValue === null ? "dropped" : "kept");
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** For whoever deletes the account. */
export function dropAllDrafts(userId: number): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${userId}.`)) dropDraft(key);
  } catch {
    // Nothing was kept.
  }
}
