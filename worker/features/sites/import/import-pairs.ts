import * as z from "zod/mini";
import { pairForm } from "#schema/sites/site-form.ts";
import { validateForm } from "#schema/values/validate-form.ts";

const pair = z.object(pairForm);

/** Returns the alternatives of a line without their wrong pair fields. `problems` names these. */
export function readPairs(alternatives: unknown): { alternatives: unknown; problems: string[] } {
  const problems: string[] = [];
  if (!Array.isArray(alternatives)) return { alternatives, problems };
  const kept = (alternatives as unknown[]).map((alternative, index) => {
    const form = validateForm(pair, alternative);
    // `siteForm` refuses what is not an object.
    if (form.ok || Object.keys(form.fields).length === 0) return alternative;
    const wrong = new Set<string>();
    for (const [path, message] of Object.entries(form.fields)) {
      const [field = ""] = path.split(".");
      wrong.add(field);
      problems.push(`alternatives.${index}.${path}: ${message}`);
    }
    return Object.fromEntries(Object.entries(alternative as object).filter(([field]) => !wrong.has(field)));
  });
  return { alternatives: kept, problems };
}
