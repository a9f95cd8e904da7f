import * as z from "zod/mini";

export type StoredDraft<Draft> = {
  draft: Draft;
  /** JSON of the fields that no longer match their schema. */
  unreadable?: string;
  /** ISO 8601. */
  changedAt: string;
  /** `updated_at` of the edited record. Absent for a new one. */
  basedOn?: string | undefined;
};

const PREFIX = "draft.";

/** `of` is "new" for a new site, the id of an edited site, or the key of a blog post. */
export const draftKey = (userId: number, of: number | "new" | `blog.${string}`) => `${PREFIX}${userId}.${of}`;

export type DraftRules<Draft> = { shape: { [Name in keyof Draft]-?: z.ZodMiniType<Draft[Name]> } };

const storedShape = z.object({
  draft: z.record(z.string(), z.unknown()),
  changedAt: z.string(),
  basedOn: z.optional(z.string()),
});

/**
 * Reads a draft field by field, so that a changed form never loses a draft. A field that the draft lacks comes from
 * `original`.
 */
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
    // There is no valid draft, or storage is disabled.
    return undefined;
  }
}

/** Returns false if storage is disabled or full. */
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
    // Storage is disabled.
  }
}

/** Returns a function that stops listening. */
export function onOtherTabChange(key: string, onChange: (what: "saved" | "deleted") => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(event.newValue === null ? "deleted" : "saved");
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** For a user who deletes the account. */
export function deleteAllDrafts(userId: number): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${userId}.`)) deleteDraft(key);
  } catch {
    // Storage is disabled.
  }
}
