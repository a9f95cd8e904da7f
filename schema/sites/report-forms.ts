import * as z from "zod/mini";
import { checkFact } from "../facts/fact-rules.ts";
import { ASKED_FACTS } from "../facts/facts.ts";
import { email } from "../values/email.ts";
import { ownValue } from "../values/records.ts";
import { normalizeLine, normalizeText } from "../values/text.ts";
import { MAX_REPORT_LENGTH, REASONS, type Said } from "./reports.ts";
import { alternativeForm, requiredLink, siteFields } from "./site-form.ts";
import { MAX_ALTERNATIVES } from "./sites.ts";

const MIN_TEXT_LENGTH = 10;
const MAX_NAME_LENGTH = 100;

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
const namesPerson = (form: Reported) => form.reason === "illegal" && !form.child_abuse;

/** POST /api/sites/{id}/reports/ and /api/products/{slug}/reports/ */
export const reportForm = reportFields.check(
  z.refine((form) => form.name || !namesPerson(form), { error: "Please enter your name.", path: ["name"] }),
  z.refine((form) => form.email || !namesPerson(form), { error: "Please enter your email address.", path: ["email"] }),
  z.refine((form) => form.good_faith || form.reason !== "illegal", {
    error: "Please confirm this, so that we can act on it.",
    path: ["good_faith"],
  }),
);

const products = z.array(z.pick(alternativeForm, { name: true, link: true }), "Alternatives must be a list");
const { name, link, description, category } = siteFields.shape;
const alternatives = products.check(
  z.maxLength(MAX_ALTERNATIVES, `A site names at most ${MAX_ALTERNATIVES} products.`),
);
const RULES: Record<string, z.ZodMiniType> = { name, link, description, category, alternatives };

function checkChange(key: string, given: unknown): ReturnType<typeof checkFact> {
  const fact = ASKED_FACTS.find((known) => `facts.${known}` === key);
  if (fact) return checkFact(fact, given);
  const checked = ownValue(RULES, key)?.safeParse(given);
  if (!checked) return { problem: `Nobody can suggest a change of “${key.slice(0, 40)}”.` };
  return checked.success ? { value: checked.data } : { problem: checked.error.issues[0]!.message };
}

/**
 * POST /api/sites/{id}/suggestions/ and /api/products/{slug}/suggestions/. A wrong value is an error at `changes.{field}`
 * or `facts.{name}`.
 */
export const suggestionForm = z.pipe(
  z.object({
    changes: z.record(z.string(), z.unknown(), "Please choose what to change."),
    source: requiredLink("Please enter a web address where this is stated."),
    email: sender,
  }),
  z.transform(({ changes: given, ...form }, { issues }) => {
    const changes: Said = {};
    for (const [key, input] of Object.entries(given)) {
      const checked = checkChange(key, input);
      const path = key.startsWith("facts.") ? [key] : ["changes", key];
      if ("problem" in checked) issues.push({ code: "custom", input, message: checked.problem, path });
      else changes[key] = checked.value ?? null;
    }
    return { ...form, changes };
  }),
);

/** POST /api/sites/reports/{id}/decision/ */
export const decisionForm = z.object({
  state: z.enum(["accepted", "declined"], "Please choose an answer."),
});
