import { type SQL, sql } from "drizzle-orm";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { rows } from "../../db/raw.ts";
import { countWords, forgetWords, learnWords } from "../search/spelling.ts";
import { alternativesOf } from "./rows.ts";

/** What the spelling of searches learns from a site. */
export const textOf = (site: { name: string; description: string; alternatives: { name: string }[] }) =>
  [site.name, site.description, ...site.alternatives.map((alternative) => alternative.name)].join(" ");

type Texts = Parameters<typeof textOf>[0];

export const learnNewWords = (db: Db, listings: Texts[]) => learnWords(db, countWords(listings.map(textOf)));

/** What the spelling of searches learned from a site, and the version that tells whether it still says so. */
type KnownSite = Texts & { id: number; updatedAt: number };

const known = {
  id: sites.id,
  updatedAt: sites.updatedAt,
  name: sites.name,
  description: sites.description,
  alternatives: alternativesOf("id", "name"),
};

export const listKnownSites = (db: Db, where: SQL, limit = -1) =>
  rows(db, known, (columns) => sql`SELECT ${columns} FROM ${sites} WHERE ${where} ORDER BY ${sites.id} LIMIT ${limit}`);

/** Whether all of them are still there, and nobody saved one since. */
export const areUnchanged = (seen: KnownSite[]) =>
  sql`(SELECT count(*) FROM json_each(${JSON.stringify(seen.map((row) => [row.id, row.updatedAt]))}) AS seen
    JOIN sites ON sites.id = seen.value ->> 0 AND sites.updated_at = seen.value ->> 1) = ${seen.length}`;

/**
 * Statements for a batch that changes a site's texts, and that fails where somebody saved the site since it was read.
 * Of a site that is gone they change nothing: its words went with it.
 */
export function learnOtherWords(db: Db, before: KnownSite, after: Texts) {
  const onlyIf = sql`EXISTS (SELECT 1 FROM sites WHERE id = ${before.id})`;
  const gone = countWords([textOf(before)]);
  const added = countWords([textOf(after)]);
  for (const word of gone.keys()) if (added.delete(word)) gone.delete(word);
  return [...learnWords(db, added, { onlyIf }), ...forgetWords(db, gone, { onlyIf })];
}

/** The words of a site that it says no more, as one text. */
export function lostWords(before: Texts, after: Texts): string {
  const kept = countWords([textOf(after)]);
  return [...countWords([textOf(before)]).keys()].filter((word) => !kept.has(word)).join(" ");
}
