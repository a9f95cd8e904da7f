import { sql } from "drizzle-orm";
import { all, type Db } from "../../http/database.ts";

// Kept by triggers, so that nothing is counted when somebody asks.

/** People who have verified their address. */
export async function countUsers(db: Db): Promise<number> {
  const [row] = await all<{ value: number }>(db, sql`SELECT value FROM counters WHERE name = 'users'`);
  return row?.value ?? 0;
}

/** What visitors see, by tier. */
export async function countSites(db: Db, now: number): Promise<{ basic: number; featured: number }> {
  const [row] = await all<{ total: number; featured: number }>(
    db,
    sql`SELECT
      (SELECT coalesce(sum(value), 0) FROM counters WHERE name >= 'sites.' AND name < 'sites/') AS total,
      (SELECT count(*) FROM sites INDEXED BY sites_featured WHERE featured_until > ${now} AND review = 'active') AS featured`,
  );
  const { total = 0, featured = 0 } = row ?? {};
  return { basic: total - featured, featured };
}
