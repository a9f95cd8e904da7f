import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";

/** A link that the directory shows to that host, which is spelled as `hostOf` does. */
export async function findListedLink(db: Db, host: string): Promise<string | undefined> {
  const [row] = await db.all<{ link: string }>(sql`
    SELECT link FROM (SELECT link FROM sites WHERE host = ${host} AND review = 'active' LIMIT 1)
    UNION ALL
    SELECT link FROM (SELECT link FROM targets WHERE domain = ${host} AND site_count > 0 LIMIT 1)
    LIMIT 1`);
  return row?.link;
}
