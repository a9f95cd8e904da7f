import { sql } from "drizzle-orm";
import type { Db, Statement } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { isStaff, type SignedIn } from "../accounts/sessions/sessions.ts";

/** With `counted`, the statement that counts the try, nothing is written where that refuses. */
type Like = { user: SignedIn; siteId: number; now: number; counted?: Statement | undefined };
type CountRow = { like_count: number };

/** A site that this person may see: a pending one only its owner and staff. */
const visible = ({ user, siteId }: Like) =>
  sql`FROM sites WHERE id = ${siteId} AND (review = 'active' OR owner_id = ${user.id} OR ${Number(isStaff(user))})`;

const countStatement = (db: Db, like: Like) => all<CountRow>(db, sql`SELECT like_count ${visible(like)}`);

async function batchCounted(db: Db, { counted }: Like, [write, count]: [Statement, Statement]) {
  const results: unknown[] = await db.batch(counted ? [counted, write, count] : [write, count]);
  return results.slice(-2) as [unknown[], CountRow[]];
}

/** Whether this call is what made the like, and the site's count; undefined where there is no such site. */
export async function insertLike(db: Db, like: Like): Promise<{ isNew: boolean; count: number } | undefined> {
  const { user, siteId, now } = like;
  const [inserted, [site]] = await batchCounted(db, like, [
    all(
      db,
      sql`INSERT INTO likes (user_id, site_id, created_at) SELECT ${user.id}, ${siteId}, ${now} ${visible(like)}
        ON CONFLICT DO NOTHING RETURNING site_id`,
    ),
    countStatement(db, like),
  ]);
  return site && { isNew: inserted.length > 0, count: site.like_count };
}

/** The site's count without this person's like; undefined where there is no such site. */
export async function removeLike(db: Db, like: Like): Promise<number | undefined> {
  const [, [site]] = await batchCounted(db, like, [
    run(db, sql`DELETE FROM likes WHERE user_id = ${like.user.id} AND site_id = (SELECT id ${visible(like)})`),
    countStatement(db, like),
  ]);
  return site?.like_count;
}

/** Which of the sites a person likes, and which are their own. */
export async function listMine(db: Db, userId: number, siteIds: number[]): Promise<{ liked: number[]; own: number[] }> {
  const asked = sql`(SELECT value FROM json_each(${JSON.stringify(siteIds)}))`;
  const [liked, own] = await db.batch([
    all<{ id: number }>(db, sql`SELECT site_id AS id FROM likes WHERE user_id = ${userId} AND site_id IN ${asked}`),
    all<{ id: number }>(db, sql`SELECT id FROM sites WHERE owner_id = ${userId} AND id IN ${asked}`),
  ]);
  return { liked: liked.map(({ id }) => id), own: own.map(({ id }) => id) };
}
