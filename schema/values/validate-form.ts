import type * as z from "zod/mini";
import { emptyRecord } from "./records.ts";

export type ValidationResult<T> =
  | { ok: true; value: T }
  /**
   * `message` is the first error. `fields` has the first error of each field by its path, such as
   * `alternatives.0.link`. Errors about the whole form are not in `fields`.
   */
  | { ok: false; message: string; fields: Record<string, string> };

// A hostile form can have thousands of wrong fields. No form of the interface has so many, or such long names.
const MAX_ISSUES = 50;
const MAX_PATH_LENGTH = 100;

export function validateForm<S extends z.ZodMiniType>(rules: S, input: unknown): ValidationResult<z.output<S>> {
  const result = rules.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const fields = emptyRecord<string>();
  for (const { path, message } of result.error.issues.slice(0, MAX_ISSUES)) {
    if (path.length > 0) fields[path.join(".").slice(0, MAX_PATH_LENGTH)] ??= message;
  }
  return { ok: false, message: result.error.issues[0]?.message ?? "Please check what you entered.", fields };
}
