import type { AdminChanges, AdminValue } from "#schema/admin.ts";
import { isEmpty } from "./fields.ts";

/** `before` or `after` is missing if the log entry does not have the field there. */
export type FieldChange = { name: string; before?: AdminValue; after?: AdminValue };

/** Returns the changes of an audit log entry, without fields that are empty before and after. */
export function listChanges(json: string): FieldChange[] {
  // The cast is safe: only the Worker writes log entries.
  const { before, after } = JSON.parse(json) as AdminChanges;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({
      name,
      ...(name in before && { before: before[name]! }),
      ...(name in after && { after: after[name]! }),
    }))
    .filter((change) => !isEmpty(change.before) || !isEmpty(change.after));
}
