import { type SQL, sql } from "drizzle-orm";
import type { Mark } from "#schema/sites/figures.ts";
import { HOUR_MS, isoDay } from "#schema/values/dates.ts";
import { beacons } from "#schema/tables/figures.ts";

/** D1 binds numbers as REAL, with which SQLite divides and counts in fractions. */
export const whole = (number: number) => sql.raw(String(number));

/** A day is added up so long after its end, because beacons may wait in the queue. Later ones change nothing. */
const LATE_MS = 3 * HOUR_MS;

/** The oldest day that may have to be added up still, unless the cron is late. */
export const firstOpenDay = (now: number) => isoDay(now - LATE_MS);

/** Nobody reads more pages in a day. */
const MOST_PAGES = 300;
/** Nobody reads so many pages at a speed of one in three seconds. The first beacon says what happened before it. */
const MOST_PAGES_AT_SPEED = 60;
const FIRST_PAGES = 20;
const FASTEST_MS = 3000;
/** So many people of one network count for the same card, place and day. */
export const MOST_OF_A_NETWORK = 5;

/**
 * Selects `site_id`, `day`, `places` and `robots` (see `DayOfSite`) of days that are not added up yet. All that it counts
 * are sets, so a beacon that arrives twice changes nothing. Who opened a listing from a card and then visits its website
 * visits it from the place of that card. `which`: a condition on the column `site_id`.
 */
export const countedSelect = (which: SQL) => sql`
  WITH sent AS MATERIALIZED (
    SELECT ${beacons.day} AS day, value ->> 'id' AS id, value ->> 'at' AS at, value ->> 'who' AS who, value ->> 'net' AS net,
      value ->> 'isRobot' AS is_robot, value ->> 'pages' AS pages, value -> 'marks' AS marks, value -> 'forged' AS forged
    FROM ${beacons}, json_each(${beacons.seen}) GROUP BY ${beacons.day}, value ->> 'id'
  ),
  robots AS MATERIALIZED (
    SELECT day, who FROM sent GROUP BY day, who HAVING max(is_robot) OR sum(pages) > ${whole(MOST_PAGES)}
      OR (sum(pages) > ${whole(MOST_PAGES_AT_SPEED)} AND max(at) - min(at) < ${whole(FASTEST_MS)} * (sum(pages) - ${whole(FIRST_PAGES)}))
  ),
  marked AS MATERIALIZED (
    SELECT * FROM (
      SELECT day, who, net, value ->> 0 AS site_id, value ->> 1 AS place, value ->> 2 AS mark,
        (day, who) IN (SELECT day, who FROM robots) AS is_robot FROM sent, json_each(marks)
      UNION ALL SELECT day, who, net, value, '', '', true FROM sent, json_each(forged)
    ) WHERE ${which}
  ),
  people AS (
    SELECT DISTINCT day, who, net, site_id, mark, iif(mark = 'shown' OR place <> 'page', place, coalesce(
      min(iif(mark = 'opened' AND place <> 'page', place, NULL)) OVER (PARTITION BY day, site_id, who), place
    )) AS place
    FROM marked WHERE NOT is_robot
  ),
  networks AS (
    SELECT day, site_id, place, mark, min(count(*), ${whole(MOST_OF_A_NETWORK)}) AS people, max(count(*) - ${whole(MOST_OF_A_NETWORK)}, 0) AS others
    FROM people GROUP BY day, site_id, place, mark, net
  ),
  found AS (
    SELECT day, site_id, place, sum(others) AS robots, json_array(
      ${sumOf("shown")}, ${sumOf("opened")}, ${sumOf("visited")}
    ) AS people
    FROM networks GROUP BY day, site_id, place
    UNION ALL SELECT day, site_id, NULL, count(*), NULL FROM marked WHERE is_robot GROUP BY day, site_id
  )
  SELECT site_id, day, json_group_object(place, json(people)) FILTER (WHERE place IS NOT NULL) AS places,
    sum(robots) AS robots FROM found GROUP BY site_id, day`;

const sumOf = (mark: Mark) => sql`coalesce(sum(people) FILTER (WHERE mark = ${mark}), 0)`;
