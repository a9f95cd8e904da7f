import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { queryRows } from "../../../db/raw.ts";
import { pageKey } from "../../../names/keys.ts";
import { isEstablishedOwner } from "../../products/established-owners.ts";
import { findMixedScripts, findSpam, type Listing } from "./spam.ts";

const other = alias(sites, "other");

/**
 * Returns SQL that tells whether an active site of another owner links to this page (`pageKey`). Pending sites do not
 * count, because other owners must not learn about them.
 */
export const isDuplicateLink = ({ page, ownerId }: { page: SQL | string; ownerId: number | SQL | null }): SQL =>
  sql`EXISTS (
    SELECT 1 FROM ${sites} AS ${other}
    WHERE ${other.pageKey} = ${page} AND ${other.ownerId} IS NOT ${ownerId} AND ${other.review} = 'active'
  )`;

const DUPLICATE_REASON = "another listing has this link";

export const addDuplicateReason = (note: SQL | string | null): SQL =>
  sql`concat_ws('; ', ${note}, ${DUPLICATE_REASON})`;

/** Selects whether the owner is established, for `reviewNoteOf`. */
export const establishedOwner = (db: Db, ownerId: number | SQL, now: number) =>
  queryRows(
    db,
    { isEstablished: isEstablishedOwner(ownerId, now).mapWith(Boolean) },
    (columns) => sql`SELECT ${columns}`,
  );

/**
 * Returns the review note: the reasons why a listing must wait for review, as a text for staff. Returns null if there is
 * none. Spam rules only guess, so they do not apply to established owners. Mixed alphabets always count.
 */
export function reviewNoteOf(listing: Listing, isOwnerEstablished: boolean): string | null {
  const findings = [...findMixedScripts(listing), ...(isOwnerEstablished ? [] : findSpam(listing))];
  return findings.length > 0 ? findings.map(({ reason }) => reason).join("; ") : null;
}

/**
 * Returns SQL for the columns after a save. `note` is the review note of the new version. The listing becomes pending if
 * it has a note or a new duplicate link. It stays active if staff approved it with this note.
 */
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
  // A listing that keeps its link was reviewed with it, or is older than the other listing.
  const isNewDuplicate = sql`(${sites.pageKey} <> ${page} AND ${isDuplicateLink({ page, ownerId })})`;
  const isApproved = sql`${sites.review} = 'active' AND ${sites.reviewNote} IN (${note}, ${addDuplicateReason(note)})`;
  return {
    review: sql`CASE WHEN ${isNewDuplicate} THEN 'pending'
      WHEN ${note} IS NULL OR (${isApproved}) THEN ${sites.review} ELSE 'pending' END`,
    reviewNote: sql`CASE WHEN ${isNewDuplicate} THEN ${addDuplicateReason(note)}
      ELSE coalesce(${note}, ${sites.reviewNote}) END`,
  };
}
