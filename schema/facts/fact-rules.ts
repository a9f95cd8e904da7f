import deprecatedLicences from "spdx-license-ids/deprecated.json" with { type: "json" };
import licences from "spdx-license-ids/index.json" with { type: "json" };
import * as z from "zod/mini";
import { COUNTRY_NAMES } from "../values/countries.ts";
import {
  type Fact,
  type FactName,
  type Facts,
  type FactSources,
  factOf,
  inFactOrder,
  isFactName,
  PERIODS,
  type Price,
  YOU_DECIDE,
} from "./facts.ts";
import { isBlank, normalizeLine } from "../values/text.ts";
import { cleanLink, INVALID_LINK, linkProblem } from "../values/web-links.ts";

// Forms and the Worker use these rules. Public pages do not load them: the list of licences has 10 kB.

/** SPDX identifiers, and what lists call software that is not open. */
export const LICENCES: readonly string[] = [...licences, ...deprecatedLicences, "Proprietary"].toSorted();

const licenceIds = new Map(LICENCES.map((id) => [id.toLowerCase(), id]));
const MAX_LIST = 50;
/** The length that RFC 5646, section 4.4.1, advises. The private part of a code could have any length. */
const MAX_LANGUAGE_LENGTH = 35;

/** Returns the value to store, or the message for a wrong one. `undefined` is a fact that is not stated. */
type Checked = { value: unknown } | { problem: string };

const NOT_STATED: Checked = { value: undefined };

/** Checks the value of a fact. Null, "" and an empty list mean that it is not stated. */
export function checkFact(name: FactName, given: unknown): Checked {
  if (given === null || given === undefined || given === "") return NOT_STATED;
  const fact = factOf(name);
  const { label } = fact;
  switch (fact.kind) {
    case "yes_no":
      return typeof given === "boolean" ? { value: given } : { problem: `${label} must be yes or no.` };
    case "choice":
      return isOption(fact.options, given) ? { value: given } : { problem: oneOf(label, fact.options) };
    case "number":
      return Number.isInteger(given) && (given as number) >= fact.min && (given as number) <= fact.max
        ? { value: given }
        : { problem: `${label} must be a whole number from ${fact.min} to ${fact.max}.` };
    case "price":
      return checkPrice(given);
    case "date":
      return typeof given === "string" && isDay(given)
        ? { value: given }
        : { problem: `${label} must be a day, such as 2026-08-21.` };
    case "link":
      return checkLink(label, given);
    case "country":
      return isCountry(given)
        ? { value: given }
        : { problem: `${label} must be a country code of two letters, such as DE.` };
    case "places":
      return checkPlaces(label, given);
    default:
      return checkList(fact, given);
  }
}

type ListFact = Exclude<
  Fact,
  { kind: "yes_no" | "choice" | "number" | "price" | "date" | "link" | "country" | "places" }
>;

function checkList(fact: ListFact, given: unknown): Checked {
  const { label } = fact;
  if (!Array.isArray(given)) return { problem: `${label} must be a list.` };
  const max = fact.kind === "texts" ? fact.max : MAX_LIST;
  const values = new Set<string>();
  for (const entry of given as unknown[]) {
    const checked = checkEntry(fact, entry);
    if ("problem" in checked) return checked;
    if (checked.value !== undefined) values.add(checked.value as string);
  }
  if (values.size > max) return { problem: `${label} can have at most ${max} entries.` };
  return values.size > 0 ? { value: [...values] } : NOT_STATED;
}

function checkEntry(fact: ListFact, entry: unknown): Checked {
  const { label } = fact;
  if (typeof entry !== "string") return { problem: `${label} must be a list of texts.` };
  if (fact.kind === "choices")
    return isOption(fact.options, entry) ? { value: entry } : { problem: oneOf(label, fact.options) };
  const text = normalizeLine(entry);
  if (isBlank(text)) return NOT_STATED;
  if (fact.kind === "texts")
    return text.length <= fact.maxLength
      ? { value: text }
      : { problem: `${label}: each entry can have at most ${fact.maxLength} characters.` };
  if (fact.kind === "licences") {
    const id = licenceIds.get(text.toLowerCase());
    return id
      ? { value: id }
      : { problem: `${label}: “${text.slice(0, 40)}” is not an SPDX identifier, such as MIT or AGPL-3.0-only.` };
  }
  if (fact.kind === "languages") {
    const tag = text.length <= MAX_LANGUAGE_LENGTH && canonicalLanguage(text);
    return tag
      ? { value: tag }
      : { problem: `${label}: “${text.slice(0, 40)}” is not a language code, such as en or pt-BR.` };
  }
  return /^[^\s/?#]{1,100}$/.test(text)
    ? { value: text.toLowerCase() }
    : { problem: `${label}: “${text.slice(0, 40)}” is not a product of this directory.` };
}

const priceShape = z.object({
  amount: z.string().check(z.regex(/^\d{1,7}(?:\.\d{1,2})?$/)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  per: z.enum(Object.keys(PERIODS) as [Price["per"], ...Price["per"][]]),
});

function checkPrice(given: unknown): Checked {
  const price = priceShape.safeParse(given);
  if (!price.success)
    return {
      problem: "Price from must have an amount such as 12.00, a currency of three letters such as EUR, and a period.",
    };
  const { amount, currency, per } = price.data;
  return { value: { amount: withCents(amount), currency, per } };
}

/** "12" and "12.5" become "12.00" and "12.50". */
function withCents(amount: string): string {
  const [whole = "", cents = ""] = amount.split(".");
  return `${Number(whole)}.${cents.padEnd(2, "0")}`;
}

function checkLink(label: string, given: unknown): Checked {
  const problem = typeof given === "string" ? linkProblem(given) : INVALID_LINK;
  if (problem === undefined) return { value: cleanLink(String(given)) };
  return {
    problem:
      problem === INVALID_LINK
        ? `${label} must be a web address, such as https://example.com/.`
        : `${label}: ${problem}`,
  };
}

function checkPlaces(label: string, given: unknown): Checked {
  const places: unknown[] = [given].flat();
  if (places.length === 0) return NOT_STATED;
  const problem = `${label} must be country codes of two letters, such as DE, or ${YOU_DECIDE}.`;
  if (given === YOU_DECIDE) return { value: given };
  return places.length <= MAX_LIST && places.every(isCountry)
    ? { value: Array.isArray(given) ? [...new Set(places)] : given }
    : { problem };
}

/** Checks the address where a fact is stated. */
export const checkSource = (_: FactName, given: unknown): Checked =>
  given === null || given === "" ? NOT_STATED : checkLink("The source", given);

const isCountry = (given: unknown): given is string => typeof given === "string" && Object.hasOwn(COUNTRY_NAMES, given);

const isOption = (options: Readonly<Record<string, string>>, given: unknown): given is string =>
  typeof given === "string" && Object.hasOwn(options, given);

const oneOf = (label: string, options: Readonly<Record<string, string>>) =>
  `${label} must be one of ${Object.keys(options).join(", ")}.`;

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

function canonicalLanguage(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** Facts by name. A wrong one is an error at `facts.{name}`. What is not stated is left out. */
export const factsForm = z.pipe(
  z.record(z.string(), z.unknown(), "Facts must be an object."),
  z.transform((given, context): Facts => checkEach(given, checkFact, issuesOf(context))),
);

/** Where facts are stated: web addresses by the names of facts. */
export const factSourcesForm = z.pipe(
  z.record(z.string(), z.unknown(), "Sources of facts must be an object."),
  z.transform((given, context): FactSources => checkEach(given, checkSource, issuesOf(context))),
);

type Issues = { issues: { push(issue: { code: "custom"; input: unknown; message: string; path: string[] }): unknown } };

const issuesOf =
  ({ issues }: Issues): Report =>
  (name, message, input) =>
    issues.push({ code: "custom", input, message, path: [name] });

type Report = (name: string, problem: string, value: unknown) => void;

/** Returns the values that `checkOne` accepts, in the order of facts, and reports the others. */
export function checkEach(given: Record<string, unknown>, checkOne: typeof checkFact, report: Report) {
  const entries = Object.entries(given).flatMap(([name, value]) => {
    const checked = isFactName(name) ? checkOne(name, value) : { problem: `There is no fact “${name.slice(0, 40)}”.` };
    if ("problem" in checked) report(name, checked.problem, value);
    return "value" in checked && checked.value !== undefined ? [[name, checked.value as never] as const] : [];
  });
  return inFactOrder<never>(Object.fromEntries(entries));
}

/** A day in UTC: `2026-08-21`. */
export const dayForm = z
  .string("Please enter a day, such as 2026-08-21.")
  .check(z.refine(isDay, "Please enter a day, such as 2026-08-21."));
