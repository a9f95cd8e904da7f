import { sql } from "drizzle-orm";
import { all, type Db } from "../../http/database.ts";
import { type Listing, spamReasons } from "./spam.ts";

/** Whoever has had a listing in public for this long is no stranger any more. */
const NEW_OWNER_MS = 7 * 86_400_000;

/** Why a new owner's listing must wait for staff to look at it, in words for them; undefined where it need not. */
export async function findReviewNote(
  db: Db,
  { ownerId, listing, now }: { ownerId: number | null; listing: Listing; now: number },
): Promise<string | undefined> {
  const reasons = spamReasons(listing);
  if (reasons.length === 0) return undefined;
  const [proven] = await all(
    db,
    sql`SELECT id FROM sites
      WHERE owner_id = ${ownerId} AND review = 'active' AND created_at <= ${now - NEW_OWNER_MS}
      ORDER BY id LIMIT 1`,
  );
  return proven ? undefined : reasons.join("; ");
}
