import {
  and,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { DAY_MS } from "#schema/values/dates.ts";
import { MAX_IMAGES_PER_DAY, MAX_USER_IMAGES_MB } from "#schema/images/media.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { imageUses, siteImages, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { columnNames, queryRows } from "../../db/raw.ts";

/** The next run removes further uploads. */
const REMOVED_AT_ONCE = 300;

/** `userId` is null for images that an import fetched for a site without an owner. */
type NewUpload = {
  key: string;
  userId: number | null;
  kind: (typeof uploads.$inferSelect)["kind"];
  bytes: number;
  listWidth: number;
  isExempt: boolean;
  now: number;
};

const STORED = { key: uploads.key, kind: uploads.kind, listWidth: uploads.listWidth };

/** False if the upload was removed. */
export async function isStored(db: Db, key: string): Promise<boolean> {
  const found = await db
    .select(STORED)
    .from(uploads)
    .where(and(eq(uploads.key, key), isNull(uploads.removedAt)));
  return found.length > 0;
}

const isCounted = (userId: number | null) => and(sql`${uploads.userId} = ${userId}`, isNull(uploads.removedAt))!;
const isOfToday = (userId: number | null, now: number) => and(isCounted(userId), gt(uploads.createdAt, now - DAY_MS))!;

/**
 * Returns false if the daily limit or the storage limit is reached. One statement checks and inserts, so that
 * simultaneous uploads cannot exceed a limit.
 */
export async function insertUpload(
  db: Db,
  { key, userId, kind, bytes, listWidth, isExempt, now }: NewUpload,
): Promise<boolean> {
  const today = db.select({ count: count() }).from(uploads).where(isOfToday(userId, now));
  const stored = db
    .select({ bytes: sql`coalesce(sum(${uploads.bytes}), 0)` })
    .from(uploads)
    .where(isCounted(userId));
  const inserted = await queryRows(
    db,
    { key: uploads.key },
    (columns) => sql`INSERT INTO ${uploads} (${columnNames(
      uploads.key,
      uploads.userId,
      uploads.kind,
      uploads.bytes,
      uploads.listWidth,
      uploads.createdAt,
      uploads.unusedSince,
    )})
      SELECT ${key}, ${userId}, ${kind}, ${bytes}, ${listWidth}, ${now}, ${now}
      WHERE ${isExempt} OR ${today} < ${MAX_IMAGES_PER_DAY} AND ${stored} + ${bytes} <= ${MAX_USER_IMAGES_MB * 1024 * 1024}
      RETURNING ${columns}`,
  );
  return inserted.length > 0;
}

/** Returns when the daily upload limit frees a place (Unix ms), or undefined if the user is below the limit. */
export async function findDayQuotaEnd(db: Db, userId: number, now: number): Promise<number | undefined> {
  const [today] = await db
    .select({ count: count(), first: min(uploads.createdAt) })
    .from(uploads)
    .where(isOfToday(userId, now));
  return today && today.count >= MAX_IMAGES_PER_DAY && today.first !== null ? today.first + DAY_MS : undefined;
}

const markRemovedStatement = (db: Db, key: string, now: number) =>
  db.update(uploads).set({ removedAt: now }).where(eq(uploads.key, key));

/** For an upload that could not be stored: it no longer counts, and the cron deletes its file in case R2 has it. */
export async function markUploadRemoved(db: Db, key: string, now: number): Promise<void> {
  await markRemovedStatement(db, key, now);
}

/** Removes an upload even if a page shows it. Sites lose it, and blog posts lose it as their featured image. */
export async function markUploadRemovedByStaff(db: Db, key: string, { now, audit }: { now: number; audit: Statement }) {
  const posts = db.select({ id: imageUses.postId }).from(imageUses).where(eq(imageUses.uploadKey, key));
  const [, , , , marked] = await db.batch([
    audit,
    db.delete(siteImages).where(eq(siteImages.uploadKey, key)),
    db
      .update(blogPosts)
      .set({ featuredImage: null })
      .where(and(inArray(blogPosts.id, posts), eq(blogPosts.featuredImage, key))),
    markRemovedStatement(db, key, now),
    db.select(STORED).from(uploads).where(eq(uploads.key, key)),
  ]);
  return marked;
}

/**
 * Statements that mark the uploads of a deleted account as removed, without those that blog posts and other people's
 * sites show. The second one returns them.
 */
export function markUploadsOfUserRemoved(db: Db, userId: number, now: number) {
  const otherArticles = db
    .select()
    .from(imageUses)
    .leftJoin(sites, eq(sites.id, imageUses.siteId))
    .where(and(eq(imageUses.uploadKey, uploads.key), or(isNotNull(imageUses.postId), ne(sites.ownerId, userId))));
  const otherSites = db
    .select()
    .from(siteImages)
    .innerJoin(sites, eq(sites.id, siteImages.siteId))
    .where(and(eq(siteImages.uploadKey, uploads.key), sql`${sites.ownerId} IS NOT ${userId}`));
  return [
    db
      .update(uploads)
      .set({ removedAt: now })
      .where(and(isCounted(userId), not(exists(otherArticles)), not(exists(otherSites)))),
    db
      .select(STORED)
      .from(uploads)
      .where(and(eq(uploads.userId, userId), isNotNull(uploads.removedAt))),
  ] as const;
}

/**
 * Records since when uploads are unused, and marks those as removed that have been unused for a day. Returns at
 * most 300 uploads that are marked as removed, also by earlier runs. No page can use these any more.
 */
export async function markUnusedUploadsRemoved(db: Db, now: number) {
  const unused = (condition: SQL) =>
    db
      .select({ key: uploads.key })
      .from(uploads)
      .where(and(not(uploads.isShown), isNull(uploads.removedAt), condition))
      .limit(REMOVED_AT_ONCE);
  const [, , removed] = await db.batch([
    db
      .update(uploads)
      .set({ unusedSince: now })
      .where(inArray(uploads.key, unused(isNull(uploads.unusedSince)))),
    db
      .update(uploads)
      .set({ removedAt: now })
      .where(inArray(uploads.key, unused(lte(uploads.unusedSince, now - DAY_MS)))),
    db
      .select({ ...STORED, removedAt: uploads.removedAt })
      .from(uploads)
      .where(isNotNull(uploads.removedAt))
      .limit(REMOVED_AT_ONCE),
  ]);
  return removed;
}

export async function removeUploadRows(db: Db, keys: string[]): Promise<void> {
  await db.delete(uploads).where(inArray(uploads.key, jsonList(keys)));
}
