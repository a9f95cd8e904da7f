import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { alphabetReasons, type Listing, spamReasons } from "./spam.ts";

/** Whoever has had a listing in public for this long is no stranger any more. */
const NEW_OWNER_MS = 7 * 86_400_000;

/** In SQL: whether an owner has had a listing in public for that long, by the oldest that is there. */
export const isProven = (ownerId: SQLWrapper | number | null, now: number) => sql`coalesce((
  SELECT oldest.created_at FROM sites AS oldest
  WHERE oldest.owner_id = ${ownerId} AND oldest.review = 'active' ORDER BY oldest.id LIMIT 1
) <= ${now - NEW_OWNER_MS}, false)`;

/** In SQL: whether somebody else's public listing has a link to that page. Nobody learns of one that waits. */
export const isListedElsewhere = ({ page, ownerId }: { page: SQL | string; ownerId: number | SQL | null }) =>
  sql`EXISTS (
    SELECT 1 FROM sites AS other WHERE other.page_key = ${page} AND other.owner_id IS NOT ${ownerId} AND other.review = 'active'
  )`;

/** Why such a listing waits, in words for staff. */
export const LISTED_ELSEWHERE = "another listing has this link";

/**
 * Why somebody's listing must wait for staff to look at it, in words for them; undefined where it need not. What only
 * looks like spam is a guess, which owners who are known are spared.
 */
export async function findReviewNote(
  db: Db,
  { ownerId, listing, now }: { ownerId: number | null; listing: Listing; now: number },
): Promise<string | undefined> {
  const facts = alphabetReasons(listing);
  const guesses = spamReasons(listing);
  if (guesses.length > 0) {
    const [owner] = await all<{ isProven: 0 | 1 }>(db, sql`SELECT ${isProven(ownerId, now)} AS isProven`);
    if (!owner?.isProven) facts.push(...guesses);
  }
  return facts.length > 0 ? facts.join("; ") : undefined;
}
