import { type SQL, sql } from "drizzle-orm";
import { MAX_WEEK_COUNT } from "#schema/sites/sites.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { queryRows } from "../../../db/raw.ts";
import { isActive } from "../rows/rows.ts";

/** Selects how many active sites were added, and of how many somebody checked the facts, in the last 7 days. */
export const weekStatement = (db: Db, now: number) =>
  queryRows(
    db,
    {
      added: counted(sql`${sites.liveSince} > ${now - 7 * DAY_MS}`),
      checked: counted(sql`${sites.factsCheckedAt} BETWEEN ${isoDay(now - 6 * DAY_MS)} AND ${isoDay(now)}`),
    },
    (columns) => sql`SELECT ${columns}`,
  );

const counted = (condition: SQL) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM ${sites} WHERE ${isActive} AND ${condition} LIMIT ${MAX_WEEK_COUNT}))`.mapWith(
    Number,
  );
