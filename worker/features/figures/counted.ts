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

/** Nobody reads more pages in a day. Nor do all people of a network, unless these are a hundredth of all pages. */
const MOST_PAGES = 300;
/** Nobody reads so many pages at a speed of one in three seconds. The first beacon says what happened before it. */
const MOST_PAGES_AT_SPEED = 60;
const FIRST_PAGES = 20;
const FASTEST_MS = 3000;
/**
 * So many people of one network count for the same listing, place and day. A provider of phones has many in a network, and
 * all of them see the first cards of a list, but they open different listings.
 */
const mostOfANetwork = sql.raw("iif(mark = 'shown', 25, 5)");

/**
 * Selects `site_id`, `day`, `places` and `robots` (see `DayOfSite`) of days that are not added up yet. All that it counts
 * are sets, so a beacon that arrives twice changes nothing. Who opened a listing from a card and then visits its website
 * visits it from the place of that card. `which`: a condition on `day` and `site_id`. `isRead`: a condition on the table
 * `beacons` that is true for each batch with marks of these sites.
 */
export const countedSelect = (which: SQL, isRead = sql`true`) => sql`
  WITH sent AS MATERIALIZED (
    SELECT ${beacons.id} AS batch, key AS visitor, ${beacons.day} AS day, value ->> 'id' AS id, value ->> 'at' AS at,
      value ->> 'who' AS who, value ->> 'net' AS net, value ->> 'isRobot' AS is_robot, value ->> 'pages' AS pages
    FROM ${beacons}, json_each(${beacons.visitors})
  ),
  once AS MATERIALIZED (SELECT DISTINCT day, id, at, who, net, is_robot, pages FROM sent),
  limits AS (SELECT day, max(${whole(MOST_PAGES)}, sum(pages) / 100) AS most FROM once GROUP BY day),
  programs AS MATERIALIZED (
    SELECT day, who FROM once GROUP BY day, who HAVING max(is_robot) OR sum(pages) > ${whole(MOST_PAGES)}
      OR (sum(pages) > ${whole(MOST_PAGES_AT_SPEED)} AND max(at) - min(at) < ${whole(FASTEST_MS)} * (sum(pages) - ${whole(FIRST_PAGES)}))
  ),
  crowds AS MATERIALIZED (
    SELECT day, net FROM once WHERE (day, who) NOT IN (SELECT day, who FROM programs)
    GROUP BY day, net HAVING sum(pages) > (SELECT most FROM limits WHERE limits.day = once.day)
  ),
  visitors AS MATERIALIZED (
    SELECT batch, visitor, day, id, who, net,
      (day, who) IN (SELECT day, who FROM programs) OR (day, net) IN (SELECT day, net FROM crowds) AS is_program
    FROM sent WHERE batch IN (SELECT ${beacons.id} FROM ${beacons} WHERE ${isRead})
  ),
  marked AS MATERIALIZED (
    SELECT *, is_program OR mark = 'forged' AS is_robot FROM (
      SELECT visitors.*, value ->> 0 AS site_id, value ->> 1 AS place, value ->> 2 AS mark
      FROM ${beacons} CROSS JOIN json_each(${beacons.marks})
      CROSS JOIN visitors
      WHERE ${isRead} AND visitors.batch = ${beacons.id} AND visitors.visitor = value ->> 3
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
    SELECT day, site_id, place, mark, min(count(*), ${mostOfANetwork}) AS people, max(count(*) - ${mostOfANetwork}, 0) AS others
    FROM people GROUP BY day, site_id, place, mark, net
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
