import { and, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { IMAGE_MESSAGES } from "#schema/media.ts";
import { imageUses, uploads } from "#schema/tables/media.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { columnNames, runQuery } from "../../db/raw.ts";

/** An article of a site, or a blog post: by its id, or by a query that finds it inside a batch. */
type ImageUser = { siteId: number | SQL } | { postId: number | SQL };

/**
 * Keys of the uploads that a cleaned document names, wherever it does: in pictures, raw HTML, attachments, links. Other
 * texts, such as the address of a featured image, may stand behind it.
 */
export const uploadKeysIn = (...texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.join("\n").match(/(?<=\/media\/)users\/\d+\/[\w-]+\.\w+/g)),
];

/**
 * To be called before the batch that saves a document: holds its uploads for another day, so that the cron does not take
 * one away meanwhile.
 * @throws AppError 400 where one is not stored any more. Whose upload it is does not matter: to show it does no harm.
 */
export async function requireUploads(db: Db, keys: string[], now: number, field = "content"): Promise<void> {
  if (keys.length === 0) return;
  const held = await db
    .update(uploads)
    .set({ unusedSince: sql`CASE WHEN ${uploads.unusedSince} IS NOT NULL THEN ${now} END` })
    .where(and(inArray(uploads.key, jsonList(keys)), isNull(uploads.removedAt)))
    .returning({ key: uploads.key });
  if (held.length === keys.length) return;
  throw new AppError("bad_input", IMAGE_MESSAGES.notStoredAnyMore, { [field]: IMAGE_MESSAGES.notStoredAnyMore });
}

/** Statements for the batch that saves a document: from then on it uses these uploads and no others. */
export function imageUseStatements(db: Db, user: ImageUser, keys: string[]) {
  const [column, id] = "siteId" in user ? [imageUses.siteId, user.siteId] : [imageUses.postId, user.postId];
  return [
    db.delete(imageUses).where(and(eq(column, id), notInArray(imageUses.uploadKey, jsonList(keys)))),
    runQuery(
      db,
      sql`INSERT INTO ${imageUses} (${columnNames(column, imageUses.uploadKey)})
        SELECT ${id}, ${uploads.key} FROM ${uploads} WHERE ${uploads.key} IN ${jsonList(keys)} AND ${uploads.removedAt} IS NULL
        ON CONFLICT DO NOTHING`,
    ),
  ] as const;
}
