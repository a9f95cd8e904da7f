import { FACT_NAMES, type Facts, factOf, type FactName, type FactSources, inFactOrder } from "#schema/facts/facts.ts";
import { AppError } from "../../../errors.ts";

const FROM_REPOSITORY = FACT_NAMES.filter((name) => factOf(name).isFromRepository);
const isFromRepository = (name: string) => FROM_REPOSITORY.some((one) => one === name);

type Stated = { facts?: Facts | undefined; fact_sources?: FactSources | undefined };

/**
 * Returns a form with the stored values and sources of the facts that only an import or the repository itself states. They
 * end if the form has another repository.
 * @throws AppError 400 if it states another value of such a fact than the stored one.
 */
export function keepRepositoryFacts<T extends Stated>(form: T, stored: Required<Stated>): T {
  const { facts, fact_sources: sources } = form;
  if (facts) requireStoredValues(facts, stored.facts ?? {});
  const isOther = facts && facts.source_code !== stored.facts?.source_code;
  const kept: Stated = isOther ? {} : stored;
  return {
    ...form,
    ...(facts && { facts: replace(facts, kept.facts) }),
    ...(sources && { fact_sources: replace(sources, kept.fact_sources) }),
  };
}

function requireStoredValues(given: Facts, stored: Facts): void {
  const wrong = FROM_REPOSITORY.filter((name) => given[name] !== undefined && given[name] !== stored[name]);
  if (wrong.length === 0) return;
  const message = (name: FactName) => `${factOf(name).label}: only the repository itself states this. Leave it out.`;
  const fields = Object.fromEntries(wrong.map((name) => [`facts.${name}`, message(name)]));
  throw new AppError("bad_input", message(wrong[0]!), { fields });
}

const replace = <T extends Facts | FactSources>(given: T, kept: Facts | FactSources = {}) =>
  inFactOrder(
    Object.fromEntries([
      ...Object.entries(given).filter(([name]) => !isFromRepository(name)),
      ...Object.entries(kept).filter(([name]) => isFromRepository(name)),
    ]),
  );
