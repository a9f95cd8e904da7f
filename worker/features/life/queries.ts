import { and, desc, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import type { Facts } from "#schema/facts/facts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { isActive } from "../sites/rows/rows.ts";
import type { lifeAfter } from "./standing.ts";

/** Of those that were never checked, the newest come first: their owners look at them. */
export const listDueChecks = async (db: Db, { now, limit }: { now: number; limit: number }): Promise<number[]> => {
  const due = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(isActive, lte(sites.checkDueAt, now)))
    .orderBy(sites.checkDueAt, desc(sites.id))
    .limit(limit);
  return due.map(({ id }) => id);
};

const areDue = (ids: number[], now: number) =>
  and(inArray(sites.id, jsonList(ids)), isActive, lte(sites.checkDueAt, now));

export const readDueSites = (db: Db, ids: number[], now: number) =>
  db
    .select({ ...getTableColumns(sites), ownerEmail: users.email })
    .from(sites)
    .leftJoin(users, eq(users.id, sites.ownerId))
    .where(areDue(ids, now));

/** The sites are checked in a day. */
export const postponeChecks = (db: Db, ids: number[], now: number) =>
  db
    .update(sites)
    .set({ checkDueAt: now + DAY_MS })
    .where(areDue(ids, now));

export type DueSite = Awaited<ReturnType<typeof readDueSites>>[number];

type Result = ReturnType<typeof lifeAfter> & { repository: { facts: Facts; source: string } | undefined };

/** Stores nothing if the link, or what staff say, has changed since it was read. */
export const saveLife = (db: Db, site: DueSite, { repository, standing, ...life }: Result) =>
  db
    .update(sites)
    .set({
      ...life,
      // The indexes of lists contain it, and D1 bills rows of indexes.
      ...(standing !== site.standing && { standing }),
      // The domain of a closed site may get another owner.
      ...(standing === "closed" && { verifiedBy: null, verifiedSince: null }),
      ...(repository && columnsOf(repository)),
    })
    .where(and(eq(sites.id, site.id), eq(sites.link, site.link), eq(sites.standingByStaff, site.standingByStaff)));

/** An owner may save other facts at the same time, so only these are set. */
function columnsOf({ facts, source }: NonNullable<Result["repository"]>) {
  const sources = Object.fromEntries(Object.keys(facts).map((name) => [name, source]));
  return {
    facts: sql`json_patch(${sites.facts}, ${JSON.stringify(facts)})`,
    factSources: sql`json_patch(${sites.factSources}, ${JSON.stringify(sources)})`,
  };
}
