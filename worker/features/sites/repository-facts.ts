import { FACT_NAMES, type Facts, factOf, type FactName, type FactSources, inFactOrder } from "#schema/facts.ts";
import { AppError } from "../../errors.ts";

const FROM_REPOSITORY = FACT_NAMES.filter((name) => factOf(name).isFromRepository);

/** Returns the given values with the stored ones of facts that only an import or the repository itself states. */
function keep<T>(given: { [F in FactName]?: T }, stored: { [F in FactName]?: T }): { [F in FactName]?: T } {
  const kept = FROM_REPOSITORY.map((name) => [name, stored[name]] as const);
  return inFactOrder({ ...given, ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)) });
}

/** @throws AppError 400 if a form states another value of such a fact than the stored one. */
export function keepRepositoryFacts(given: Facts, stored: Facts): Facts {
  const wrong = FROM_REPOSITORY.filter((name) => given[name] !== undefined && given[name] !== stored[name]);
  if (wrong.length > 0) {
    const message = (name: FactName) => `${factOf(name).label}: only the repository itself states this. Leave it out.`;
    const fields = Object.fromEntries(wrong.map((name) => [`facts.${name}`, message(name)]));
    throw new AppError("bad_input", message(wrong[0]!), fields);
  }
  return keep<unknown>(given, stored) as Facts;
}

export const keepRepositorySources = (given: FactSources, stored: FactSources): FactSources =>
  keep(
    Object.fromEntries(Object.entries(given).filter(([name]) => !FROM_REPOSITORY.some((one) => one === name))),
    stored,
  );
