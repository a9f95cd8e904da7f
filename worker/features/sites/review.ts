import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { pageKey } from "../../names/keys.ts";
import { isEstablishedOwner } from "../targets/established-owners.ts";
import { mixedScriptReasons, type Listing, spamReasons } from "./spam.ts";

const other = alias(sites, "other");

/** In SQL: whether somebody else's public listing has a link to that page. Nobody learns of one that waits. */
export const isDuplicateLink = ({ page, ownerId }: { page: SQL | string; ownerId: number | SQL | null }): SQL =>
  sql`EXISTS (
    SELECT 1 FROM ${sites} AS ${other}
    WHERE ${other.pageKey} = ${page} AND ${other.ownerId} IS NOT ${ownerId} AND ${other.review} = 'active'
  )`;

/** Why such a listing waits, in words for staff. */
const LISTED_ELSEWHERE = "another listing has this link";

/** A note, and that beside it. */
export const addDuplicateReason = (note: SQL | string | null): SQL =>
  sql`concat_ws('; ', ${note}, ${LISTED_ELSEWHERE})`;

/**
 * Why somebody's listing must wait for staff to look at it, in words for them; null if it need not. What only looks like
 * spam is a guess, which owners who are known are spared.
 */
export async function findReviewNote(
  db: Db,
  { ownerId, listing, now }: { ownerId: number | null; listing: Listing; now: number },
): Promise<string | null> {
  const facts = mixedScriptReasons(listing);
  const guesses = spamReasons(listing);
  if (guesses.length > 0) {
    const [owner] = await queryRows(
      db,
      { isEstablished: isEstablishedOwner(ownerId, now).mapWith(Boolean) },
      (columns) => sql`SELECT ${columns}`,
    );
    if (!owner?.isEstablished) facts.push(...guesses);
  }
  return facts.length > 0 ? facts.join("; ") : null;
}

/** What a save makes of a listing's review, by the note that it has now. What staff approved in spite of that very note is not asked about again. */
export function reviewAfterSave({
  ownerId,
  link,
  note,
}: {
  ownerId: number | null;
  link: string;
  note: string | null;
}) {
  const page = pageKey(link);
  // One that stays was looked at, or was there first.
  const isRepeated = sql`(${sites.pageKey} <> ${page} AND ${isDuplicateLink({ page, ownerId })})`;
  const isApproved = sql`${sites.review} = 'active' AND ${sites.reviewNote} IN (${note}, ${addDuplicateReason(note)})`;
  return {
    review: sql`CASE WHEN ${isRepeated} THEN 'pending'
      WHEN ${note} IS NULL OR (${isApproved}) THEN ${sites.review} ELSE 'pending' END`,
    reviewNote: sql`CASE WHEN ${isRepeated} THEN ${addDuplicateReason(note)}
      ELSE coalesce(${note}, ${sites.reviewNote}) END`,
  };
}
