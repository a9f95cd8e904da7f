import { sql } from "drizzle-orm";
import { all, type Db } from "../../http/database.ts";
import { countWords, forgetWords } from "../search/spelling.ts";
import { textOf } from "./insert.ts";
import type { OwnDetailRow } from "./own-sites.ts";

/** Removes a site as it was read; false where somebody changed or removed it meanwhile. Its address answers 410. */
export async function removeSite(db: Db, site: OwnDetailRow): Promise<boolean> {
  const isUnchanged = sql`EXISTS (SELECT 1 FROM sites WHERE id = ${site.id} AND updated_at = ${site.updated_at})`;
  const alternatives = JSON.parse(site.alternatives) as { name: string }[];
  const [, , , removed] = await db.batch([
    ...forgetWords(db, countWords([textOf({ ...site, alternatives })]), { onlyIf: isUnchanged }),
    all(db, sql`DELETE FROM sites WHERE id = ${site.id} AND updated_at = ${site.updated_at} RETURNING id`),
  ]);
  return removed.length > 0;
}
