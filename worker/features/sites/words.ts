import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { countWords, forgetWords, learnWords } from "../search/spelling.ts";
import { textOf } from "./insert.ts";
import { alternativesColumn } from "./rows.ts";

type Texts = Parameters<typeof textOf>[0];

/** What the spelling of searches learned from a site, and the `updated_at` that tells whether it still says so. */
type KnownSite = Omit<Texts, "alternatives"> & { id: number; updated_at: number; alternatives: string };

export const listKnownSites = (db: Db, where: SQL, limit = -1) =>
  all<KnownSite>(
    db,
    sql`SELECT id, updated_at, name, description, ${sql.raw(alternativesColumn("id", "name"))}
      FROM sites WHERE ${where} ORDER BY id LIMIT ${limit}`,
  );

export const toTexts = ({ name, description, alternatives }: KnownSite) => ({
  name,
  description,
  alternatives: JSON.parse(alternatives) as { id: number; name: string }[],
});

/** Whether all of them are still there, and nobody saved one since. */
export const areUnchanged = (rows: KnownSite[]) =>
  sql`(SELECT count(*) FROM json_each(${JSON.stringify(rows.map((row) => [row.id, row.updated_at]))}) AS seen
    JOIN sites ON sites.id = seen.value ->> 0 AND sites.updated_at = seen.value ->> 1) = ${rows.length}`;

/**
 * Statements for a batch that changes a site's texts, and that fails where somebody saved the site since it was read.
 * Of a site that is gone they change nothing: its words went with it.
 */
export function relearnWords(db: Db, before: KnownSite, after: Texts) {
  const onlyIf = sql`EXISTS (SELECT 1 FROM sites WHERE id = ${before.id})`;
  const gone = countWords([textOf(toTexts(before))]);
  const added = countWords([textOf(after)]);
  for (const word of gone.keys()) if (added.delete(word)) gone.delete(word);
  return [...learnWords(db, added, { onlyIf }), ...forgetWords(db, gone, { onlyIf })];
}

/** The words of a site that it says no more, as one text. */
export function lostWords(before: Texts, after: Texts): string {
  const kept = countWords([textOf(after)]);
  return [...countWords([textOf(before)]).keys()].filter((word) => !kept.has(word)).join(" ");
}
