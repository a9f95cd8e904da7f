import { asc, eq, lt, sql } from "drizzle-orm";
import { beacons, figures, openDays, type Seen, SITES_OF_A_ROW } from "#schema/tables/figures.ts";
import { sites } from "#schema/tables/sites.ts";
import { connect, type Db } from "../../db/connection.ts";
import { queryRows, runQuery } from "../../db/raw.ts";
import type { Bindings } from "../../env.ts";
import type { Ports } from "../../ports.ts";
import { type Busy, busySelect, notice } from "./notice.ts";
import { countedSelect, firstOpenDay, whole } from "./counted.ts";

/** Stores a batch of the queue, if its days are not added up yet. */
export async function consumeBeacons({ messages }: { messages: readonly { body: Seen }[] }, env: Bindings) {
  const db = connect(env.DB);
  for (const [day, seen] of Map.groupBy(
    messages.map(({ body }) => body),
    (one) => one.day,
  ))
    await runQuery(
      db,
      sql`INSERT INTO ${beacons} (day, seen) SELECT ${day}, ${JSON.stringify(seen)}
        WHERE EXISTS (SELECT 1 FROM ${openDays} WHERE ${openDays.day} = ${day})`,
    );
}

type Parts = { db: Db; env: Bindings; ports: Ports };

/**
 * For the cron: adds up the oldest day that has ended, and deletes its beacons and its salt. All in one transaction, so a
 * day is added up once.
 */
export async function addUpDay(parts: Parts): Promise<void> {
  const { db, ports } = parts;
  const now = ports.now();
  const [open] = await db
    .select({ day: openDays.day })
    .from(openDays)
    .where(lt(openDays.day, firstOpenDay(now)))
    .orderBy(asc(openDays.day))
    .limit(1);
  if (!open) return;
  const { day } = open;
  const begin = Date.parse(day);
  const isFeatured = sql`coalesce(${sites.featuredUntil} > ${begin}, false)`;
  const [busy] = await db.batch([
    queryRows(
      db,
      { busy: busySelect.mapWith((json: string) => JSON.parse(json) as Busy[]) },
      (returned) => sql`INSERT INTO ${figures} (part, day, sites)
        WITH counted AS MATERIALIZED (${countedSelect(sql`day = ${day}`)})
        SELECT ${sites.id} / ${whole(SITES_OF_A_ROW)}, ${day}, json_group_object(${sites.id}, json_object(
          'places', json(coalesce(places, '{}')), 'robots', coalesce(robots, 0), 'featured', ${isFeatured}
        ))
        FROM (SELECT site_id FROM counted UNION SELECT id FROM ${sites} WHERE featured_until > ${begin}) AS found
        JOIN ${sites} ON ${sites.id} = found.site_id LEFT JOIN counted USING (site_id)
        GROUP BY ${sites.id} / ${whole(SITES_OF_A_ROW)} RETURNING ${returned}`,
    ),
    db.delete(beacons).where(eq(beacons.day, day)),
    db.delete(openDays).where(eq(openDays.day, day)),
  ]);
  await notice(
    parts,
    day,
    busy.flatMap((row) => row.busy),
  );
}
