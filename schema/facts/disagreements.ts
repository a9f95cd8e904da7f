import { factText } from "./fact-texts.ts";
import type { FactName, Facts, FactSources } from "./facts.ts";
import { licenceTypesOf } from "./licence-families.ts";
import { sourceName } from "./source-name.ts";

/** Two stated facts that cannot both be true, and a sentence that says who states them. */
export type Disagreement = { facts: readonly [FactName, FactName]; text: string };

const RULES: { facts: Disagreement["facts"]; isBroken(facts: Facts): boolean }[] = [
  {
    facts: ["licences", "open_source"],
    isBroken({ licences = [], open_source: isOpen }) {
      const types = licenceTypesOf(licences);
      const isProprietary = types.join() === "proprietary";
      return isOpen !== undefined && types.length > 0 && isProprietary === isOpen;
    },
  },
  {
    facts: ["pricing", "price_from"],
    isBroken: ({ pricing, price_from: price }) => pricing === "free" && Number(price?.amount) > 0,
  },
  {
    facts: ["pricing", "free_plan"],
    isBroken: ({ pricing, free_plan: hasFreePlan }) =>
      (pricing === "paid" && hasFreePlan === true) || (pricing === "freemium" && hasFreePlan === false),
  },
];

/** "Sources disagree: proprietary (awesome-selfhosted), open source (openalternative)." */
export const disagreements = (facts: Facts, sources: FactSources): Disagreement[] =>
  RULES.filter(({ isBroken }) => isBroken(facts)).map(({ facts: [one, other] }) => {
    const nameOf = (fact: FactName) => sourceName(sources[fact], facts.source_code);
    const said = [one, other].map((fact) => saidOf(fact, facts));
    const text =
      sources[one] === sources[other]
        ? `Contradictory: ${said.join(", ")} (${nameOf(one)}).`
        : `Sources disagree: ${said[0]} (${nameOf(one)}), ${said[1]} (${nameOf(other)}).`;
    return { facts: [one, other], text };
  });

/** Inside a sentence: "proprietary", "AGPL-3.0", "not open source", "from 12 EUR per month". */
function saidOf(name: FactName, facts: Facts): string {
  if (name === "open_source") return facts.open_source ? "open source" : "not open source";
  if (name === "free_plan") return facts.free_plan ? "free plan" : "no free plan";
  const text = factText(name, facts[name]!);
  if (name === "price_from") return `from ${text}`;
  return name === "pricing" ? text.toLowerCase() : text.replace("Proprietary", "proprietary");
}
