import { asc, eq, lt, sql } from "drizzle-orm";
import { beacons, figures, openDays, type Seen, SITES_OF_A_ROW } from "#schema/tables/figures.ts";
import { sites } from "#schema/tables/sites.ts";
import { isoDay } from "#schema/values/dates.ts";
import { connect, type Db } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { queryRows, runQuery } from "../../db/raw.ts";
import type { Bindings } from "../../env.ts";
import type { Ports } from "../../ports.ts";
import { type Busy, busySelect, notice } from "./notice.ts";
import { countedSelect, firstOpenDay, whole } from "./counted.ts";
import { openDay } from "./visitor.ts";

/**
 * Of a network in a batch, so that no flood makes the rows of a day too large to add up: a hundred beacons of so many fit
 * into a row of D1, which takes 2 MB. A visit has fewer.
 */
const MOST_MARKS = 500;

/** Stores a batch of the queue, if its days are not added up yet. */
export async function consumeBeacons({ messages }: { messages: readonly { body: Seen }[] }, env: Bindings) {
  const db = connect(env.DB);
  for (const [day, seen] of Map.groupBy(
    messages.map(({ body }) => body),
    (one) => one.day,
  )) {
    const [visitors, left] = [seen.map(({ marks: _, ...visitor }) => visitor), new Map<string, number>()];
    const kept = seen.flatMap(({ marks, net }, visitor) => {
      const most = left.get(net) ?? MOST_MARKS;
      left.set(net, Math.max(0, most - marks.length));
      return marks.slice(0, most).map((mark) => [...mark, visitor]);
    });
    const values = { day, visitors: sql`${JSON.stringify(visitors)}`, marks: sql`${JSON.stringify(kept)}` };
    await runQuery(db, insertFrom(beacons, values, sql`FROM ${openDays} WHERE ${openDays.day} = ${day}`));
  }
}

type Parts = { db: Db; env: Bindings; ports: Ports };

/** D1 ends a statement after 30 seconds, so the listings of a busy day are added up in several steps. */
const BATCHES_OF_A_STEP = 300;

/**
 * For the cron: adds up the oldest day that has ended, and then deletes its beacons and its salt. A row is written once, and
 * readers prefer it to the beacons, so a run that is cut off or runs twice changes nothing.
 */
export async function addUpDay(parts: Parts): Promise<void> {
  const { db, ports } = parts;
  const now = ports.now();
  await openDay(db, isoDay(now));
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
  const part = sql`site_id / ${whole(SITES_OF_A_ROW)}`;
  const steps = Math.ceil((await db.$count(beacons, eq(beacons.day, day))) / BATCHES_OF_A_STEP) || 1;
  const busy: Busy[] = [];
  for (let step = 0; step < steps; step += 1) {
    const isOfStep = sql`${part} % ${whole(steps)} = ${whole(step)}`;
    const rows = await queryRows(
      db,
      { busy: busySelect.mapWith((json: string) => JSON.parse(json) as Busy[]) },
      (returned) => sql`INSERT INTO ${figures} (part, day, sites)
        WITH counted AS MATERIALIZED (${countedSelect(eq(beacons.day, day), isOfStep)})
        SELECT ${part}, ${day}, json_group_object(site_id, json_object(
          'places', json(coalesce(places, '{}')), 'robots', coalesce(robots, 0), 'featured', ${isFeatured}
        ))
        FROM (SELECT site_id FROM counted UNION SELECT id FROM ${sites} WHERE featured_until > ${begin}) AS found
        JOIN ${sites} ON ${sites.id} = site_id LEFT JOIN counted USING (site_id)
        WHERE ${isOfStep} GROUP BY ${part} ON CONFLICT DO NOTHING RETURNING ${returned}`,
    );
    busy.push(...rows.flatMap((row) => row.busy));
  }
  await db.batch([db.delete(beacons).where(eq(beacons.day, day)), db.delete(openDays).where(eq(openDays.day, day))]);
  await notice(parts, day, busy);
}
