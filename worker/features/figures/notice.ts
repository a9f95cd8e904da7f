import { sql } from "drizzle-orm";
import { figures } from "#schema/tables/figures.ts";
import { sites } from "#schema/tables/sites.ts";
import { MONTH_DAYS } from "#schema/sites/figures.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import type { Bindings } from "../../env.ts";
import type { Ports } from "../../ports.ts";
import { mailOperator } from "../alerts/mail-operator.ts";
import { addedUpSelect } from "./queries.ts";

/** What programs did, and people who opened a listing, in a day. Less is not looked at. */
const MANY = 100;
/** Times as many as on the days before. */
const JUMP = 10;

export type Busy = { id: number; robots: number; opened: number };

/** SQL: the listings of a row of `figures` with many numbers on one day, as JSON. For `RETURNING`. */
export const busySelect = sql`(
  SELECT json_group_array(json_object('id', CAST(key AS INTEGER), 'robots', robots, 'opened', opened)) FROM (
    SELECT key, site.value ->> 'robots' AS robots,
      (SELECT coalesce(sum(place.value ->> 1), 0) FROM json_each(site.value, '$.places') AS place) AS opened
    FROM json_each(${figures.sites}) AS site
  ) WHERE max(robots, opened) >= ${MANY}
)`;

type Parts = { db: Db; env: Bindings; ports: Ports };

/** Mails the operator which numbers of a day somebody may have inflated: mostly by programs, or ten times as high as before. */
export async function notice({ db, env, ports }: Parts, day: string, busy: Busy[]): Promise<void> {
  if (busy.length === 0) return;
  const ids = sql`SELECT value ->> 'id' AS id FROM json_each(${JSON.stringify(busy)})`;
  const days = { from: isoDay(Date.parse(day) - MONTH_DAYS * DAY_MS), to: isoDay(Date.parse(day) - DAY_MS) };
  const before = await queryRows(
    db,
    { id: sites.id, name: sites.name, opened: sql`opened`.mapWith(Number) },
    (columns) => sql`SELECT ${columns} FROM ${sites} JOIN (${ids}) AS busy ON busy.id = ${sites.id} LEFT JOIN (
      SELECT site_id, sum(value ->> 1) AS opened FROM (${addedUpSelect(ids, days)}), json_each(places) GROUP BY site_id
    ) AS found ON found.site_id = ${sites.id}`,
  );
  const odd = before.flatMap(({ id, name, opened }) => {
    const { robots, opened: today } = busy.find((one) => one.id === id)!;
    const isOdd = robots > today || today * MONTH_DAYS > JUMP * (opened ?? 0);
    return isOdd ? [[name, `${today} people opened it, ${robots} more are left out`] as [string, string]] : [];
  });
  if (odd.length === 0) return;
  await mailOperator(
    { env, ports },
    {
      title: `Unusual numbers of listings on ${day}`,
      action:
        "Look at the figures of these listings in the admin. Somebody may want to make numbers look better, or those of a rival look false. What is left out is in no number: programs, and too many from one network.",
      facts: odd.slice(0, 20),
    },
  );
}
