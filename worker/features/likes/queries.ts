import { and, eq, inArray, notExists, or, sql } from "drizzle-orm";
import { likes, sites } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { isStaff, type Person } from "../../signed-in.ts";
import { accountsOfMailbox } from "../outbox/mailbox.ts";

type Like = {
  user: Person;
  siteId: number;
  now: number;
  /** Counts the request against its rate limit. If the limit is used up, the whole batch fails. */
  limit?: Statement | undefined;
};

/** Condition for the site, if the user may see it: only its owner and staff see a site that is not active. */
const isVisible = ({ user, siteId }: Like) =>
  and(eq(sites.id, siteId), isStaff(user) ? undefined : or(eq(sites.review, "active"), eq(sites.ownerId, user.id)));

const countStatement = (db: Db, like: Like) => db.select({ count: sites.likeCount }).from(sites).where(isVisible(like));

type Count = Awaited<ReturnType<typeof countStatement>>;

async function runBatch(db: Db, { limit }: Like, [write, count]: [Statement, Statement]) {
  const results: unknown[] = await db.batch(limit ? [limit, write, count] : [write, count]);
  return results.slice(-2) as [unknown[], Count];
}

/** Likes of the site by all accounts of the user's mailbox. */
const likesOfMailbox = (db: Db, { user, siteId }: Like) =>
  db
    .select()
    .from(likes)
    .where(and(eq(likes.siteId, siteId), inArray(likes.userId, accountsOfMailbox(db, user.email))));

/**
 * Returns the site's new like count, or undefined if the site does not exist or the user may not see it. `isNew` is false
 * if the user, or another account of the same mailbox, already liked the site.
 */
export async function insertLike(db: Db, like: Like): Promise<{ isNew: boolean; count: number } | undefined> {
  const { user, now } = like;
  const liked = db
    .select({ userId: sql`${user.id}`.as("user_id"), siteId: sites.id, createdAt: sql`${now}`.as("created_at") })
    .from(sites)
    .where(and(isVisible(like), notExists(likesOfMailbox(db, like))));
  const [inserted, [site]] = await runBatch(db, like, [
    db.insert(likes).select(liked).onConflictDoNothing().returning({ siteId: likes.siteId }),
    countStatement(db, like),
  ]);
  return site && { isNew: inserted.length > 0, count: site.count };
}

/** Returns the site's new like count, or undefined if the site does not exist or the user may not see it. */
export async function removeLike(db: Db, like: Like): Promise<number | undefined> {
  const site = db.select({ id: sites.id }).from(sites).where(isVisible(like));
  const [, [counted]] = await runBatch(db, like, [
    db.delete(likes).where(and(eq(likes.userId, like.user.id), inArray(likes.siteId, site))),
    countStatement(db, like),
  ]);
  return counted?.count;
}

export async function listLikedAndOwn(
  db: Db,
  userId: number,
  siteIds: number[],
): Promise<{ liked: number[]; own: number[] }> {
  const asked = jsonList(siteIds);
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
