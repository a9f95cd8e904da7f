import { and, eq, inArray } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { toIso } from "#schema/values/dates.ts";
import { linesOf, parseChoice } from "#schema/sites/product-guide.ts";
import { optionalLink } from "#schema/sites/site-form.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { normalizeLine, normalizeText } from "#schema/values/text.ts";
import { jsonList } from "../../../db/json-list.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { date, type Field, type Input, longText, type RecordChange, text } from "../model.ts";

// What staff write for the page of a product.

const onPage = { editableBy: "staff", isEditedOnPage: true } as const;

export const textFields: Record<string, Field> = {
  about: longText("What it is", products.about, {
    ...onPage,
    hint: "Staff edit this and the other texts on the page of the product.",
  }),
  why_leave: longText("Why people leave it", products.whyLeave, onPage),
  export_formats: text("Export formats", products.exportFormats, onPage),
  export_steps: longText("Export steps", products.exportSteps, onPage),
  export_link: text("Export link", products.exportLink, onPage),
  export_changed_at: date("Export changed", products.exportChangedAt),
  choices: longText("Choose a site if", products.choices, onPage),
  choices_by: text("Choices written by", products.choicesBy, onPage),
  choices_changed_at: date("Choices changed", products.choicesChangedAt),
};

const ABOUT_MAX = 600;
const NAME_MAX = 100;

const line = (label: string, max: number) =>
  z.string().check(z.overwrite(normalizeLine), z.maxLength(max, `${label} can have at most ${max} characters.`));

/** Removes blank lines. */
const cleanLines = (typed: string) => linesOf(normalizeText(typed)).map(normalizeLine).filter(Boolean).join("\n");

const lines = (label: string, { count, length }: { count: number; length: number }) =>
  z.string().check(
    z.overwrite(cleanLines),
    z.refine((whole) => linesOf(whole).length <= count, `${label} can have at most ${count} lines.`),
    z.refine(
      (whole) => linesOf(whole).every((one) => one.length <= length),
      `${label}: each line can have at most ${length} characters.`,
    ),
  );

export const textRules = {
  about: line("The text", ABOUT_MAX),
  why_leave: lines("The reasons", { count: 8, length: 160 }),
  export_formats: line("The formats", 200),
  export_steps: lines("The steps", { count: 12, length: 300 }),
  export_link: optionalLink,
  choices: lines("The choices", { count: 10, length: 300 }),
  choices_by: line("The name", NAME_MAX),
};

const EXPORT = ["export_formats", "export_steps", "export_link"];

/** Adds the times of changed texts, and who wrote the choices. */
export async function completeTexts(c: Context<AppEnv>, { id, before, input }: RecordChange): Promise<Input> {
  const { user, ports } = c.var;
  const now = toIso(ports.now());
  const isChanged = (name: string) => input[name] !== undefined && input[name] !== before[name];
  const after = { ...before, ...input };
  const choices = isChanged("choices") ? await requireChoices(c, id, String(input["choices"])) : after["choices"];
  const isWritten = choices !== "";
  return {
    ...input,
    ...(EXPORT.some(isChanged) && { export_changed_at: EXPORT.some((name) => after[name] !== "") ? now : null }),
    ...(isChanged("choices") && { choices, choices_changed_at: isWritten ? now : null }),
    // The address of the account stays private.
    ...((isChanged("choices") || isChanged("choices_by")) && {
      choices_by: input["choices_by"] || (isWritten ? `${user.firstName} ${user.lastName}`.trim() : ""),
    }),
  };
}

/**
 * Returns the lines in one spelling.
 * @throws AppError 400 if a line names no site that replaces the product.
 */
async function requireChoices(c: Context<AppEnv>, id: RecordChange["id"], typed: string): Promise<string> {
  const choices = linesOf(typed).map((entered) => {
    const choice = parseChoice(entered);
    if (!choice) throw refusal(`“${entered}” must be the slug of a site, a colon and a text.`);
    return choice;
  });
  const slugs = choices.map(({ slug }) => slug);
  const found = await c.var.db
    .select({ slug: sites.slug })
    .from(sites)
    .innerJoin(alternatives, and(eq(alternatives.siteId, sites.id), eq(alternatives.productId, Number(id))))
    .where(inArray(sites.slug, jsonList(slugs)));
  const known = new Set(found.map(({ slug }) => slug));
  const unknown = slugs.find((slug) => !known.has(slug));
  if (unknown !== undefined) throw refusal(`No site that replaces this product has the slug “${unknown}”.`);
  const repeated = slugs.find((slug, at) => slugs.indexOf(slug) < at);
  if (repeated !== undefined) throw refusal(`“${repeated}” can have one line only.`);
  return choices.map(({ slug, text: end }) => `${slug}: ${end}`).join("\n");
}

const refusal = (message: string) => new AppError("bad_input", message, { fields: { choices: message } });
