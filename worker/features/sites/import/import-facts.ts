import { checkFact, checkSource, dayForm, unknownFact } from "#schema/fact-rules.ts";
import { type FactName, type Facts, type FactSources, inFactOrder, isFactName } from "#schema/facts.ts";

type Given = Record<"facts" | "fact_sources" | "facts_checked_at", unknown>;
type Fields = { facts: Facts; fact_sources: FactSources; facts_checked_at: string | null };

/** Reads the facts of a line. Wrong ones are left out and named in `problems`. */
export function readFacts({ facts, fact_sources, facts_checked_at }: Given): { fields: Fields; problems: string[] } {
  const problems: string[] = [];
  const known = readEach("facts", facts, checkFact, problems);
  const sources = readEach("fact_sources", fact_sources, (_, source) => checkSource(source), problems);
  const day = dayForm.safeParse(facts_checked_at);
  if (facts_checked_at !== undefined && facts_checked_at !== null && !day.success)
    problems.push("facts_checked_at: must be a day, such as 2026-08-21");
  return {
    fields: {
      facts: known,
      fact_sources: Object.fromEntries(Object.entries(sources).filter(([name]) => name in known)),
      facts_checked_at: Object.keys(known).length > 0 && day.success ? day.data : null,
    },
    problems,
  };
}

function readEach(
  field: string,
  given: unknown,
  checkOne: (...args: Parameters<typeof checkFact>) => ReturnType<typeof checkFact>,
  problems: string[],
): { [F in FactName]?: never } {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given)) {
    problems.push(`${field}: must be an object`);
    return {};
  }
  const entries = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const checked = isFactName(name) ? checkOne(name, value) : { problem: unknownFact(name) };
      if ("problem" in checked) problems.push(`${field}.${name}: ${checked.problem}`);
      return "value" in checked && checked.value !== undefined ? [[name, checked.value as never]] : [];
    }),
  );
  return inFactOrder<never>(entries);
}
