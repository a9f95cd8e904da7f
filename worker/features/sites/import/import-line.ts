import * as z from "zod/mini";
import { validateForm } from "#schema/values/validate-form.ts";
import { readDocument } from "#schema/articles/read-document.ts";
import { siteForm } from "#schema/sites/site-form.ts";
import { CATEGORIES } from "#schema/sites/sites.ts";
import { cleanDocument, findEmptyTable } from "../../documents/clean.ts";
import { toUnsignedArticle } from "../../documents/require-document.ts";
import type { NewListing } from "../save/create.ts";
import { readFacts } from "./import-facts.ts";
import { readImages } from "./import-images.ts";
import { readPairs } from "./import-pairs.ts";

const WANTED = "Each line must be one JSON object";

/** Parses JSON. The first line of a file may begin with a byte order mark. */
export const parseLine = (line: string): unknown => JSON.parse(line.replace(/^\ufeff/, ""));

/**
 * Tells whether the line is valid JSON.
 * @throws Error if a JSON value has several lines: its last lines could look like sites of their own.
 */
export function isCompleteLine(line: string, number: number): boolean {
  try {
    parseLine(line);
    return true;
  } catch {
    const text = line.trim();
    const wanted = `${WANTED}, with no brackets or commas around the objects.`;
    if (text.startsWith("[")) throw new Error(`This file is a JSON array. ${wanted}`);
    if (/[[{,]$/.test(text)) throw new Error(`The JSON of line ${number} continues on the next line. ${wanted}`);
    return false;
  }
}

export type Read = {
  site: NewListing;
  /** The fields of the line. */
  given: string[];
  /** Why it can only change a site that is listed already. */
  lack?: string;
};

/** A line about a listed site may leave out each field but the link. */
const updateForm = z.extend(z.partial(siteForm), { link: siteForm.shape.link }) as unknown as typeof siteForm;

/**
 * Returns the site of a line, and why it lacks optional parts, or the reason why the line is wrong. With `updates`, a line may
 * lack fields.
 */
export function readSiteLine(line: string, updates: boolean): (Read & { problems: string[] }) | { problem: string } {
  let input: unknown;
  try {
    input = parseLine(line);
  } catch {
    return { problem: "not JSON" };
  }
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return { problem: `${WANTED}, not ${Array.isArray(input) ? "an array" : kindOf(input)}` };
  // `siteForm` takes images that are uploaded already, and refuses a form with a wrong fact or pair.
  const { logo, screenshots, facts, fact_sources, facts_checked_at, ...listing } = input as Record<string, unknown>;
  const pairs = readPairs(listing["alternatives"]);
  const typed = { ...listing, alternatives: pairs.alternatives };
  const whole = validateForm(siteForm, typed);
  const form = whole.ok || !updates ? whole : validateForm(updateForm, typed);
  const { category, content } = listing;
  if (!form.ok) return { problem: problemOf(form.fields, category) };
  const images = readImages({ name: form.value.name, logo, screenshots });
  const stated = readFacts({ facts, fact_sources, facts_checked_at });
  const site: NewListing = {
    ...form.value,
    alternatives: form.value.alternatives ?? [],
    ...stated.fields,
    imageFetches: images.fetches,
    review: "active",
    createdAt: Date.now(),
  };
  const article = readArticle(content);
  return "problem" in article
    ? article
    : {
        site: { ...site, ...article },
        given: Object.entries(input).flatMap(([name, value]) => (value === undefined || value === null ? [] : name)),
        problems: [...images.problems, ...stated.problems, ...pairs.problems],
        ...(!whole.ok && { lack: problemOf(whole.fields, category) }),
      };
}

function problemOf(fields: Record<string, string>, category: unknown): string {
  const isUnknown = typeof category === "string" && category !== "" && !CATEGORIES.some((known) => known === category);
  return Object.entries({
    ...fields,
    ...(isUnknown && { category: `there is no category ${JSON.stringify(category)}` }),
  })
    .map(([field, message]) => `${field}: ${message}`)
    .join("; ");
}

const kindOf = (value: unknown) => (value === null ? "null" : `a ${typeof value}`);

/** Returns the cleaned document as JSON, or {} if the line has no article. */
function readArticle(content: unknown): { content?: string } | { problem: string } {
  if (content === undefined || content === null || content === "") return {};
  const given = readDocument(content);
  if (!given.isDocument)
    return { problem: "content: not an Editor.js document, which is an object with a list of blocks" };
  if (given.blocks.length === 0) return {};
  const cleaned = cleanDocument(content);
  if (!cleaned.ok) return { problem: `content: ${cleaned.message}` };
  const emptyTable = findEmptyTable(cleaned.document);
  if (emptyTable) return { problem: `content: ${emptyTable}` };
  if (toUnsignedArticle(cleaned.document).blocks.length === 0)
    return { problem: "content: none of its blocks can be shown" };
  return { content: JSON.stringify(cleaned.document) };
}
