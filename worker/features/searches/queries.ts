import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Searched } from "#schema/sites/beacon.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { RARE_SEARCH_MAX, RARE_SEARCH_WEEKS, SEARCH_WEEKS } from "#schema/search/searches.ts";
import { searches } from "#schema/tables/search.ts";
import { counters } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { countable, weekOf } from "./countable.ts";

const WEEK_MS = 7 * DAY_MS;

/** With all weeks together, so that nobody fills the database. Beyond it, only searches that any week has are counted. */
export const MAX_SEARCHES = 50_000;

const stored = sql`(SELECT ${counters.value} FROM ${counters} WHERE ${counters.name} = 'rows.searches')`;

/** Adds a report of a page to the counts of this week. `opened` alone adds to a search that was counted before. */
export async function countSearch(db: Db, { q: typed, found, asked, opened }: Searched, now: number): Promise<void> {
  const search = countable(typed);
  if (!search || !(asked || opened)) return;
  const { q, words } = search;
  const week = weekOf(now);
  const isThis = and(eq(searches.week, week), eq(searches.words, words));
  const opens = sql`${searches.opened} + ${Number(opened)}`;
  if (!asked) {
    await db.update(searches).set({ opened: opens }).where(isThis);
    return;
  }
  const empty = Number(found === 0);
  await db
    .insert(searches)
    .select(
      sql`SELECT NULL, ${week}, ${words}, ${q}, 1, ${empty}, ${Number(opened)}
        WHERE ${stored} < ${MAX_SEARCHES} OR EXISTS (SELECT 1 FROM ${searches} WHERE ${eq(searches.words, words)})`,
    )
    .onConflictDoUpdate({
      target: [searches.week, searches.words],
      set: { asked: sql`${searches.asked} + 1`, empty: sql`${searches.empty} + ${empty}`, opened: opens },
    });
}

/** For the cron job. It names each week whose rare searches end, because an index finds them only so. */
export const deleteOldSearches = (db: Db, now: number, limit: number) =>
  db.delete(searches).where(inArray(searches.id, oldSearches(db, now, limit)));

export function oldSearches(db: Db, now: number, limit: number) {
  const weeksAgo = (count: number) => weekOf(now - count * WEEK_MS);
  const { id, week, asked } = searches;
  const weeks = Array.from({ length: SEARCH_WEEKS - RARE_SEARCH_WEEKS }, (_, at) => weeksAgo(RARE_SEARCH_WEEKS + at));
  const old = db
    .select({ id })
    .from(searches)
    .where(lte(week, weeksAgo(SEARCH_WEEKS)));
  const rare = db
    .select({ id })
    .from(searches)
    .where(and(inArray(week, weeks), lte(asked, RARE_SEARCH_MAX)));
  return unionAll(old, rare).limit(limit);
}
