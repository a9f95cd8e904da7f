import * as z from "zod/mini";
import { checkFact } from "#schema/facts/fact-rules.ts";
import { ASKED_FACTS, type FactName, factOf, type Facts, type FactSources, YOU_DECIDE } from "#schema/facts/facts.ts";
import { isBlank } from "#schema/values/text.ts";
import { cleanLink } from "#schema/values/web-links.ts";

const price = z.object({ amount: z.string(), currency: z.string(), per: z.string() });

/** A fact as typed, valid or not: one text, yes or no, chosen values, or the parts of a price. Texts are one a line. */
const draftFact = z.union([z.string(), z.boolean(), z.array(z.string()), price]);

export type DraftFact = z.output<typeof draftFact>;
export type DraftPrice = z.output<typeof price>;

/** By the names of facts. Those of a former version of the form stay, and are not sent. */
export const draftFacts = z.record(z.string(), z.optional(draftFact));
export const draftSources = z.record(z.string(), z.optional(z.string()));

export type DraftFacts = z.output<typeof draftFacts>;
export type DraftSources = z.output<typeof draftSources>;

export const toDraftFacts = (facts: Facts): DraftFacts =>
  Object.fromEntries(ASKED_FACTS.flatMap((name) => (name in facts ? [[name, toDraftFact(name, facts[name])]] : [])));

export function toDraftFact(name: FactName, value: unknown): DraftFact {
  const { kind } = factOf(name);
  if (kind === "texts") return (value as string[]).join("\n");
  if (kind === "places") return [value as string | string[]].flat();
  return typeof value === "number" ? String(value) : (value as DraftFact);
}

/** The input of `factsForm`: only what is stated. */
export const toFactsInput = (facts: DraftFacts): Partial<Record<FactName, unknown>> =>
  Object.fromEntries(
    ASKED_FACTS.flatMap((name) => (isStated(facts[name]) ? [[name, toInput(name, facts[name]!)]] : [])),
  );

/** The input of `factSourcesForm`: sources of facts that are stated. */
export const toSourcesInput = (facts: DraftFacts, sources: DraftSources): FactSources =>
  Object.fromEntries(
    ASKED_FACTS.flatMap((name) =>
      isStated(facts[name]) && !isBlank(sources[name] ?? "") ? [[name, cleanLink(sources[name]!)]] : [],
    ),
  );

export function isStated(fact: DraftFact | undefined): boolean {
  if (fact === undefined) return false;
  if (typeof fact === "string") return !isBlank(fact);
  if (Array.isArray(fact)) return fact.length > 0;
  return typeof fact === "boolean" || !isBlank(fact.amount);
}

function toInput(name: FactName, fact: DraftFact): unknown {
  const { kind } = factOf(name);
  if (typeof fact === "string") {
    if (kind === "texts") return fact.split("\n").filter((line) => !isBlank(line));
    const text = fact.trim();
    // Other text is sent as it is, and refused with the message of the rule.
    return kind === "number" && /^\d+$/.test(text) ? Number(text) : kind === "link" ? cleanLink(text) : text;
  }
  if (Array.isArray(fact)) return kind === "places" && fact[0] === YOU_DECIDE ? YOU_DECIDE : fact;
  if (typeof fact === "boolean") return fact;
  return { ...fact, amount: fact.amount.trim().replace(",", "."), currency: fact.currency.trim().toUpperCase() };
}

/** The facts that are valid already. */
export const validFacts = (facts: DraftFacts): Facts =>
  Object.fromEntries(
    Object.entries(toFactsInput(facts)).flatMap(([name, input]) => {
      const checked = checkFact(name as FactName, input);
      return "value" in checked && checked.value !== undefined ? [[name, checked.value]] : [];
    }),
  );
