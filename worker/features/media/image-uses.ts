import { type SQL, sql } from "drizzle-orm";
import { IMAGE_MESSAGES } from "#schema/media.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";

/** An article of a site, or a blog post: by its id, or by a query that finds it inside a batch. */
type ImageUser = { siteId: number | SQL } | { postId: number | SQL };

/**
 * Keys of the uploads that a cleaned document names, wherever it does: in pictures, raw HTML, attachments, links. Other
 * texts, such as the address of a featured image, may stand behind it.
 */
export const uploadKeysIn = (...texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.join("\n").match(/(?<=\/media\/)users\/\d+\/[\w-]+\.\w+/g)),
];

const values = (keys: string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`;

/**
 * To be called before the batch that saves a document: holds its uploads for another day, so that the cron does not take
 * one away meanwhile.
 * @throws AppError 400 where one is not stored any more. Whose upload it is does not matter: to show it does no harm.
 */
export async function requireUploads(db: Db, keys: string[], now: number, field = "content"): Promise<void> {
  if (keys.length === 0) return;
  const held = await all<{ key: string }>(
    db,
    sql`UPDATE uploads SET unused_since = CASE WHEN unused_since IS NULL THEN NULL ELSE ${now} END
      WHERE key IN ${values(keys)} AND removed_at IS NULL RETURNING key`,
  );
  if (held.length === keys.length) return;
  throw new AppError("bad_input", IMAGE_MESSAGES.gone, { [field]: IMAGE_MESSAGES.gone });
}

/** Statements for the batch that saves a document: from then on it uses these uploads and no others. */
export function setImageUses(db: Db, user: ImageUser, keys: string[]) {
  const [column, id] = "siteId" in user ? [sql.raw("site_id"), user.siteId] : [sql.raw("post_id"), user.postId];
  return [
    run(db, sql`DELETE FROM image_uses WHERE ${column} = ${id} AND upload_key NOT IN ${values(keys)}`),
    run(
      db,
      sql`INSERT INTO image_uses (${column}, upload_key)
        SELECT ${id}, key FROM uploads WHERE key IN ${values(keys)} AND removed_at IS NULL ON CONFLICT DO NOTHING`,
    ),
  ] as const;
}
