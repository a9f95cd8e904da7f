import * as z from "zod/mini";
import { checkFact } from "../facts/fact-rules.ts";
import { ASKED_FACTS, type FactName } from "../facts/facts.ts";
import { email } from "../values/email.ts";
import { ownValue } from "../values/records.ts";
import { isBlank, normalizeLine, normalizeText } from "../values/text.ts";
import { MAX_REPORT_LENGTH, REASONS } from "./reports.ts";
import { alternativeForm, requiredLink, siteFields } from "./site-form.ts";

const MIN_TEXT_LENGTH = 10;
const MAX_NAME_LENGTH = 100;
/** Of one suggestion. */
const MAX_CHANGES = 20;

const TOO_LONG = `The text can have at most ${MAX_REPORT_LENGTH} characters.`;
const longText = z
  .string("Please enter a text.")
  .check(z.overwrite(normalizeText), z.trim(), z.maxLength(MAX_REPORT_LENGTH, TOO_LONG));

/** Without an address, nobody can answer. */
const sender = z._default(z.union([z.literal(""), email], { error: "Please enter a valid email address" }), "");

const reportFields = z.object({
  reason: z.enum(REASONS, "Please choose what is wrong."),
  text: longText.check(z.minLength(MIN_TEXT_LENGTH, `Please describe it in at least ${MIN_TEXT_LENGTH} characters.`)),
  email: sender,
  // Article 16 of the EU's Digital Services Act asks these of a notice about illegal content.
  name: z._default(z.string().check(z.overwrite(normalizeLine), z.maxLength(MAX_NAME_LENGTH, "Too long.")), ""),
  good_faith: z._default(z.boolean(), false),
  /** Then the name and the email address may be missing. */
  child_abuse: z._default(z.boolean(), false),
});

type Reported = z.output<typeof reportFields>;
const illegalNeeds = (field: keyof Reported, error: string, isGiven: (form: Reported) => boolean) =>
  z.refine<Reported>((form) => form.reason !== "illegal" || isGiven(form), { error, path: [field] });

/** POST /api/sites/{id}/reports/ and /api/products/{slug}/reports/ */
export const reportForm = reportFields.check(
  illegalNeeds("name", "Please enter your name.", (form) => form.child_abuse || !isBlank(form.name)),
  illegalNeeds("email", "Please enter your email address.", (form) => form.child_abuse || form.email !== ""),
  illegalNeeds("good_faith", "Please confirm this, so that we can act on it.", (form) => form.good_faith),
);

const hasChanges = (changes: object) => Object.keys(changes).length > 0 && Object.keys(changes).length <= MAX_CHANGES;

const suggestionFields = z.object({
  changes: z
    .record(z.string(), z.unknown(), "Please choose what to change.")
    .check(z.refine(hasChanges, `Please suggest between 1 and ${MAX_CHANGES} changes.`)),
  source: requiredLink("Please enter a web address where this is stated."),
  email: sender,
});

type Rules = Record<string, z.ZodMiniType>;

/** A wrong value is an error at `changes.{field}`, one of a fact at `facts.{name}`. */
const suggestionOf = (rules: Rules, facts: readonly FactName[]) =>
  z.pipe(
    suggestionFields,
    z.transform(({ changes: given, ...form }, { issues }) => {
      const changes: Record<string, unknown> = {};
      for (const [key, input] of Object.entries(given)) {
        const fact = facts.find((known) => `facts.${known}` === key);
        const checked = fact ? checkFact(fact, input) : checkValue(ownValue(rules, key), key, input);
        const path = key.startsWith("facts.") ? [key] : ["changes", key];
        if ("problem" in checked) issues.push({ code: "custom", input, message: checked.problem, path });
        else changes[key] = checked.value ?? null;
      }
      return { ...form, changes };
    }),
  );

function checkValue(rule: z.ZodMiniType | undefined, key: string, input: unknown) {
  if (!rule) return { problem: `Nobody can suggest a change of “${key.slice(0, 40)}”.` };
  const { data: value, error } = rule.safeParse(input);
  return error ? { problem: error.issues[0]!.message } : { value };
}

const product = z.pick(alternativeForm, { name: true, link: true });
const { name, link, description, category } = siteFields.shape;

/** POST /api/sites/{id}/suggestions/ */
export const siteSuggestionForm = suggestionOf(
  { name, link, description, category, add_alternative: product, remove_alternative: product.shape.name },
  ASKED_FACTS,
);
/** POST /api/products/{slug}/suggestions/ */
export const productSuggestionForm = suggestionOf(product.shape, []);

/** POST /api/sites/reports/{id}/decision/ */
export const decisionForm = z.object({
  accepted: z.boolean("Please choose an answer."),
  answer: z._default(longText, ""),
});
