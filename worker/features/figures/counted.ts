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

/**
 * Nobody reads more pages in a day. Nor do all people at an address, who are then programs, or of a network, of which then
 * one counts. If these are a hundredth of all pages, the directory is large.
 */
const MOST_PAGES = 300;
/** Nobody reads so many pages at a speed of one in three seconds. The first beacon says what happened before it. */
const MOST_PAGES_AT_SPEED = 60;
const FIRST_PAGES = 20;
const FASTEST_MS = 3000;

/**
 * Selects `site_id`, `day`, `places` and `robots` (see `DayOfSite`) of days that are not added up yet. All that it counts
 * are sets, so a beacon that arrives twice changes nothing. Who opened a listing from a card and then visits its website
 * visits it from the place of that card. Of a network, 25 people count for the place of a card on a day, because all
 * customers of a provider of phones see the first cards of a list, but 5 for opening or visiting it.
 *
 * `days` and `batches` are conditions on the table `beacons`: the days, and the batches that have marks of the sites.
 * `which` is a condition on `site_id`.
 */
export const countedSelect = (days: SQL, which: SQL, batches = days) => sql`
  WITH sent AS MATERIALIZED (
    SELECT ${beacons.id} AS batch, key AS visitor, ${beacons.day} AS day, value ->> 'id' AS id, value ->> 'at' AS at,
      value ->> 'who' AS who, value ->> 'address' AS address, value ->> 'net' AS net, value ->> 'isRobot' AS is_robot, value ->> 'pages' AS pages
    FROM ${beacons}, json_each(${beacons.visitors}) WHERE ${days}
  ),
  once AS MATERIALIZED (SELECT DISTINCT day, id, at, who, address, net, is_robot, pages FROM sent),
  limits AS (SELECT day, max(${whole(MOST_PAGES)}, sum(pages) / 100) AS most FROM once GROUP BY day),
  programs AS MATERIALIZED (
    SELECT day, who FROM once GROUP BY day, who HAVING max(is_robot) OR sum(pages) > ${whole(MOST_PAGES)}
      OR (sum(pages) > ${whole(MOST_PAGES_AT_SPEED)} AND max(at) - min(at) < ${whole(FASTEST_MS)} * (sum(pages) - ${whole(FIRST_PAGES)}))
  ),
  others AS (SELECT * FROM once WHERE (day, who) NOT IN (SELECT day, who FROM programs)),
  crowds AS MATERIALIZED (
    SELECT day, origin FROM (SELECT day, address AS origin, pages FROM others UNION ALL SELECT day, net, pages FROM others) AS all_origins
    GROUP BY day, origin HAVING sum(pages) > (SELECT most FROM limits WHERE limits.day = all_origins.day)
  ),
  visitors AS MATERIALIZED (
    SELECT batch, visitor, day, id, who, net,
      (day, who) IN (SELECT day, who FROM programs) OR (day, address) IN (SELECT * FROM crowds) AS is_program
    FROM sent WHERE batch IN (SELECT ${beacons.id} FROM ${beacons} WHERE ${batches})
  ),
  marked AS MATERIALIZED (
    SELECT *, is_program OR mark = 'forged' AS is_robot FROM (
      SELECT visitors.*, value ->> 0 AS site_id, value ->> 1 AS place, value ->> 2 AS mark
      FROM ${beacons} CROSS JOIN json_each(${beacons.marks})
      CROSS JOIN visitors
      WHERE ${batches} AND visitors.batch = ${beacons.id} AND visitors.visitor = value ->> 3
    ) WHERE ${which}
  ),
  people AS (
    SELECT DISTINCT day, who, net, site_id, mark, place FROM marked WHERE NOT is_robot AND mark = 'shown'
    UNION ALL
    SELECT DISTINCT day, who, net, site_id, mark, iif(place <> 'page', place, coalesce(
      min(iif(mark = 'opened' AND place <> 'page', place, NULL)) OVER (PARTITION BY day, site_id, who), place
    ))
    FROM marked WHERE NOT is_robot AND mark <> 'shown'
  ),
  networks AS (
    SELECT day, site_id, place, mark, min(count, most) AS people, max(count - most, 0) AS others FROM (
      SELECT *, count(*) AS count, iif((day, net) IN (SELECT * FROM crowds), 1, iif(mark = 'shown', 25, 5)) AS most
      FROM people GROUP BY day, site_id, place, mark, net
    )
  ),
  found AS (
    SELECT day, site_id, place, sum(others) AS robots, json_array(
      ${sumOf("shown")}, ${sumOf("opened")}, ${sumOf("visited")}
    ) AS people
    FROM networks GROUP BY day, site_id, place
    UNION ALL SELECT day, site_id, NULL, count(DISTINCT id || place || mark), NULL FROM marked WHERE is_robot GROUP BY day, site_id
  )
  SELECT site_id, day, json_group_object(place, json(people)) FILTER (WHERE place IS NOT NULL) AS places,
    sum(robots) AS robots FROM found GROUP BY site_id, day`;

const sumOf = (mark: Mark) => sql`coalesce(sum(people) FILTER (WHERE mark = ${mark}), 0)`;
