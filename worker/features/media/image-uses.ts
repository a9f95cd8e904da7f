import { and, eq, notInArray, type SQL, sql } from "drizzle-orm";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { imageUses, uploads } from "#schema/tables/media.ts";
import { AppError } from "../../errors.ts";
import { type Db, violatesConstraint } from "../../db/connection.ts";
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
 * Statement for the batch that saves a document: the batch fails if one of these uploads does not exist or is
 * marked as removed. Uploads of other users are allowed: they are public. See `rejectMissingUpload`.
 */
export const failUnlessStored = (db: Db, keys: string[]) =>
  runQuery(
    db,
    // It inserts only if an upload is missing, and `upload_key` cannot be NULL.
    sql`INSERT INTO ${imageUses} (${columnNames(imageUses.uploadKey)}) SELECT NULL
      WHERE (SELECT count(*) FROM ${uploads} WHERE ${uploads.key} IN ${jsonList(keys)} AND ${uploads.removedAt} IS NULL)
        < ${new Set(keys).size}`,
  );

/** @throws AppError 400 for `field` if a batch failed because of its `failUnlessStored`. */
export function rejectMissingUpload(error: unknown, field: string): void {
  if (!violatesConstraint(error, imageUses.uploadKey)) return;
  throw new AppError("bad_input", IMAGE_MESSAGES.notStoredAnyMore, {
    fields: { [field]: IMAGE_MESSAGES.notStoredAnyMore },
  });
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
