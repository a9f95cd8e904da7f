import type { AdminRecord } from "../admin.ts";
import type { Facts } from "../facts/facts.ts";

/** What the page of a product says beside the list of its alternatives. What nobody has stated is empty or null. */
export type ProductGuide = {
  /** What the product is, by staff. */
  about: string;
  /** The product's own listing, if it has one. */
  listing: { slug: string; description: string; facts: Facts; facts_checked_at: string | null } | null;
  /** Why people leave the product, by staff. */
  reasons: string[];
  /** What its newest alternatives have and the product lacks, as their owners state it, and how many of them do. */
  adds: { text: string; count: number }[];
  moving_out: MovingOut | null;
  /** How many of all its alternatives state this. */
  counts: GuideCounts;
  choices: Choices | null;
};

/** How people get their data out of the product. */
export type MovingOut = {
  formats: string;
  steps: string[];
  link: string;
  changed_at: string | null;
};

export type GuideCounts = { open_source: number; self_hosted: number; free: number; imports: number };

/** "Choose A if …": only sites that visitors see and that replace the product. */
export type Choices = {
  lines: { slug: string; name: string; text: string }[];
  /** Who wrote the lines, and when. */
  by: string;
  changed_at: string | null;
};

/** What staff edit of a product's page: the texts in its record, and the public sites that `choices` can name. */
export type EditableGuide = { record: AdminRecord; sites: { slug: string; name: string }[] };

/** At most this many reasons are counted, from so many of the newest alternatives. */
export const MAX_COUNTED_REASONS = 6;
export const COUNTED_ALTERNATIVES = 200;

export const linesOf = (text: string): string[] => text.split("\n").filter(Boolean);

/** Splits a line of `choices`: "zulip: you want topics". Returns undefined if it has no slug or no text. */
export function parseChoice(line: string): { slug: string; text: string } | undefined {
  const end = line.indexOf(":");
  const [slug, text] = [line.slice(0, end).trim(), line.slice(end + 1).trim()];
  return end > 0 && slug && text ? { slug, text } : undefined;
}
