import { and, eq, inArray, or, sql } from "drizzle-orm";
import { likes, sites } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { listOf } from "../../db/lists.ts";
import { type Actor, isStaff } from "../sessions/signed-in.ts";

/** With `counted`, the statement that counts the try, nothing is written where that refuses. */
type Like = { user: Actor; siteId: number; now: number; counted?: Statement | undefined };

/** A site that this person may see: a pending one only its owner and staff. */
const isVisible = ({ user, siteId }: Like) =>
  and(eq(sites.id, siteId), isStaff(user) ? undefined : or(eq(sites.review, "active"), eq(sites.ownerId, user.id)));

const countStatement = (db: Db, like: Like) => db.select({ count: sites.likeCount }).from(sites).where(isVisible(like));

type Count = Awaited<ReturnType<typeof countStatement>>;

async function batchCounted(db: Db, { counted }: Like, [write, count]: [Statement, Statement]) {
  const results: unknown[] = await db.batch(counted ? [counted, write, count] : [write, count]);
  return results.slice(-2) as [unknown[], Count];
}

/** Whether this call is what made the like, and the site's count; undefined where there is no such site. */
export async function insertLike(db: Db, like: Like): Promise<{ isNew: boolean; count: number } | undefined> {
  const { user, now } = like;
  const liked = db
    .select({ userId: sql`${user.id}`.as("user_id"), siteId: sites.id, createdAt: sql`${now}`.as("created_at") })
    .from(sites)
    .where(isVisible(like));
  const [inserted, [site]] = await batchCounted(db, like, [
    db.insert(likes).select(liked).onConflictDoNothing().returning({ siteId: likes.siteId }),
    countStatement(db, like),
  ]);
  return site && { isNew: inserted.length > 0, count: site.count };
}

/** The site's count without this person's like; undefined where there is no such site. */
export async function removeLike(db: Db, like: Like): Promise<number | undefined> {
  const site = db.select({ id: sites.id }).from(sites).where(isVisible(like));
  const [, [counted]] = await batchCounted(db, like, [
    db.delete(likes).where(and(eq(likes.userId, like.user.id), inArray(likes.siteId, site))),
    countStatement(db, like),
  ]);
  return counted?.count;
}

/** Which of the sites a person likes, and which are their own. */
export async function listLikedAndOwn(
  db: Db,
  userId: number,
  siteIds: number[],
): Promise<{ liked: number[]; own: number[] }> {
  const asked = listOf(siteIds);
  const [liked, own] = await db.batch([
    db
      .select({ id: likes.siteId })
      .from(likes)
      .where(and(eq(likes.userId, userId), inArray(likes.siteId, asked))),
    db
      .select({ id: sites.id })
      .from(sites)
      .where(and(eq(sites.ownerId, userId), inArray(sites.id, asked))),
  ]);
  return { liked: liked.map(({ id }) => id), own: own.map(({ id }) => id) };
}
