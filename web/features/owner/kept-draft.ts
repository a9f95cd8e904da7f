import * as z from "zod/mini";
import { siteDraft, type SiteDraft } from "./site-draft.ts";

const keptDraft = z.object({
  draft: siteDraft,
  /** When it was last changed, ISO 8601. */
  changedAt: z.string(),
  /** `updated_at` of the site that is edited; absent for a new one. */
  basedOn: z.optional(z.string()),
});

export type KeptDraft = z.output<typeof keptDraft>;

const PREFIX = "draft.";

/** Where a person's draft of a new site, or of changes to one, is kept on this device. */
export const draftKey = (userId: number, siteId: number | "new") => `${PREFIX}${userId}.${siteId}`;

export function readDraft(key: string): KeptDraft | undefined {
  try {
    return keptDraft.parse(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    // None, one of an older version of this page, or a browser that keeps nothing.
    return undefined;
  }
}

/** False where the browser keeps nothing: private mode, or no room. The work goes on without. */
export function keepDraft(key: string, draft: SiteDraft, basedOn?: string): boolean {
  const kept: KeptDraft = { draft, changedAt: new Date().toISOString(), ...(basedOn && { basedOn }) };
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

/** For whoever deletes the account. */
export function dropAllDrafts(userId: number): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${PREFIX}${userId}.`)) dropDraft(key);
  } catch {
    // Nothing was kept.
  }
}
