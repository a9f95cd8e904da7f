import { checkEach, checkFact, checkSource, dayForm } from "#schema/facts/fact-rules.ts";
import type { Facts, FactSources } from "#schema/facts/facts.ts";

type Given = Record<"facts" | "fact_sources" | "facts_checked_at", unknown>;
type Fields = { facts: Facts; fact_sources: FactSources; facts_checked_at: string | null };

/** Reads the facts of a line. Wrong ones are left out and named in `problems`. */
export function readFacts({ facts, fact_sources, facts_checked_at }: Given): { fields: Fields; problems: string[] } {
  const problems: string[] = [];
  const known = readEach("facts", facts, checkFact, problems);
  // Responses leave out the source of a fact that is not stated.
  const sources = readEach("fact_sources", fact_sources, checkSource, problems);
  const day = dayForm.safeParse(facts_checked_at);
  if (facts_checked_at !== undefined && facts_checked_at !== null && !day.success)
    problems.push("facts_checked_at: must be a day, such as 2026-08-21");
  return {
    fields: {
      facts: known,
      fact_sources: sources,
      facts_checked_at: Object.keys(known).length > 0 && day.success ? day.data : null,
    },
    problems,
  };
}

function readEach(field: string, given: unknown, checkOne: typeof checkFact, problems: string[]) {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given)) {
    problems.push(`${field}: must be an object`);
    return {};
  }
  return checkEach({ ...given }, checkOne, (name, problem) => problems.push(`${field}.${name}: ${problem}`));
}
