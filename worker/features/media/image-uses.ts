import { and, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { IMAGE_MESSAGES } from "#schema/media.ts";
import { imageUses, uploads } from "#schema/tables/media.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { columnNames, runQuery } from "../../db/raw.ts";

/** The site or the blog post that a document belongs to. A query in place of the id is run inside the batch. */
type DocumentOwner = { siteId: number | SQL } | { postId: number | SQL };

/**
 * Finds uploads in the JSON of a document (images, raw HTML, attachments and links) and in single URLs. The URL of a
 * narrower file counts as its upload.
 */
export const uploadKeysIn = (...texts: (string | null | undefined)[]): string[] => [
  ...new Set(
    Array.from(texts.join("\n").matchAll(/(?<=\/media\/)(users\/\d+\/[\w-]+)(?:\.w\d+)?(\.\w+)/g), (found) =>
      found.slice(1).join(""),
    ),
  ),
];

/**
 * Call it before the batch that saves a document. Unused uploads are kept for one more day, so that the cron does not
 * delete them before the batch runs. Uploads of other users are allowed: they are public.
 * @throws AppError 400 for `field` if an upload does not exist or is marked as removed.
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

/** For the batch that saves a document: records that it uses these uploads and no others. */
export function imageUseStatements(db: Db, owner: DocumentOwner, keys: string[]) {
  const [column, id] = "siteId" in owner ? [imageUses.siteId, owner.siteId] : [imageUses.postId, owner.postId];
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
