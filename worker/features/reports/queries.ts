import { and, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { reports } from "#schema/tables/reports.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";

export type Report = typeof reports.$inferSelect;

export const isWaiting = sql`${reports.state} = 'waiting'`;
const isForOwner = and(isWaiting, isNotNull(reports.ownerUntil));

/** SQL condition: this owner can answer. Somebody had proved that the site is theirs when it was reported. */
export const isTurnOf = (userId: number): SQL =>
  sql`(${isForOwner} AND ${reports.siteId} IN (
    SELECT ${sites.id} FROM ${sites} WHERE ${sites.ownerId} = ${userId}))`;

/** Returns the email address of an owner who has proved that the site is theirs. */
export async function findProvenOwner(db: Db, siteId: number): Promise<string | undefined> {
  const [owner] = await db
    .select({ email: users.email })
    .from(sites)
    .innerJoin(users, eq(users.id, sites.ownerId))
    .where(and(eq(sites.id, siteId), isNotNull(sites.verifiedBy)));
  return owner?.email;
}

/** Statement for cron: staff decide what an owner has not answered. */
export const passToStaff = (db: Db, now: number) =>
  db
    .update(reports)
    .set({ ownerUntil: null })
    .where(and(isForOwner, lt(reports.ownerUntil, now)));
