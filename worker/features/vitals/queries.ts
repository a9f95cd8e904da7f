import { inArray, lt, sql } from "drizzle-orm";
import type { Vitals } from "#schema/beacon.ts";
import { COUNTRY_NAMES } from "#schema/countries.ts";
import { vitalsDays } from "#schema/tables/vitals.ts";
import { UNKNOWN_COUNTRY, VITALS, VITALS_KEPT_DAYS } from "#schema/vitals.ts";
import type { Db } from "../../db/connection.ts";
import { bucketOf } from "./histogram.ts";

const DAY_MS = 86_400_000;

/** Stands for all kinds and for all countries. */
export const ALL = "";

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

type From = { country: unknown; now: number };

/** Adds a report of a page to the counts of this day, in one statement. */
export async function countVitals(db: Db, { kind, values }: Vitals, { country, now }: From): Promise<void> {
  const buckets = VITALS.flatMap((vital) => {
    const value = values[vital];
    return value === undefined ? [] : [`${vital}${bucketOf(vital, value)}`];
  });
  if (buckets.length === 0) return;
  const counts = Object.fromEntries(buckets.map((bucket) => [bucket, 1]));
  const known = typeof country === "string" && Object.hasOwn(COUNTRY_NAMES, country) ? country : UNKNOWN_COUNTRY;
  const day = dayOf(now);
  const added = buckets.map((bucket) => {
    const path = `$.${bucket}`;
    return sql`${path}, coalesce(${vitalsDays.counts} ->> ${path}, 0) + 1`;
  });
  await db
    .insert(vitalsDays)
    .values([kind, ALL].flatMap((of) => [known, ALL].map((from) => ({ day, kind: of, country: from, counts }))))
    .onConflictDoUpdate({
      target: [vitalsDays.day, vitalsDays.kind, vitalsDays.country],
      set: { counts: sql`json_set(${vitalsDays.counts}, ${sql.join(added, sql`, `)})` },
    });
}

/** For the cron job. */
export function deleteOldVitals(db: Db, now: number, limit: number) {
  const rowid = sql`rowid`;
  const old = db
    .select({ rowid })
    .from(vitalsDays)
    .where(lt(vitalsDays.day, dayOf(now - (VITALS_KEPT_DAYS - 1) * DAY_MS)))
    .limit(limit);
  return db.delete(vitalsDays).where(inArray(rowid, old));
}
