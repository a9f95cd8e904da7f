import type { AdminChanges, AdminValue } from "#schema/admin.ts";
import { isEmpty } from "./fields.ts";

/** A field before and after; undefined where it was not, or is no more. */
export type FieldChange = { name: string; before?: AdminValue; after?: AdminValue };

/** The fields that an entry of the audit log tells of, without those that were empty and stayed so. */
export function listChanges(json: string): FieldChange[] {
  // The one cast: the Worker writes entries, and nobody edits them.
  const { before, after } = JSON.parse(json) as AdminChanges;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({
      name,
      ...(name in before && { before: before[name]! }),
      ...(name in after && { after: after[name]! }),
    }))
    .filter((change) => !isEmpty(change.before) || !isEmpty(change.after));
}
