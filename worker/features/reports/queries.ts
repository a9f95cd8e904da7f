import { and, eq, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { OwnerReport } from "#schema/sites/reports.ts";
import type { Page } from "#schema/sites/sites.ts";
import { users } from "#schema/tables/accounts.ts";
import { reports } from "#schema/tables/reports.ts";
import { sites } from "#schema/tables/sites.ts";
import { toIso } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { toPage } from "../../db/paging.ts";

export type Report = typeof reports.$inferSelect;

export const isWaiting = sql`${reports.state} = 'waiting'`;
const isForOwner = and(isWaiting, isNotNull(reports.ownerUntil));

/** SQL condition: this owner, who has proved that the site is theirs, can answer. */
export const isTurnOf = (userId: number): SQL =>
  sql`(${isForOwner} AND ${reports.siteId} IN (
    SELECT ${sites.id} FROM ${sites} WHERE ${sites.ownerId} = ${userId} AND ${sites.verifiedBy} IS NOT NULL))`;

/** Returns the email address of an owner who has proved that the site is theirs. */
export async function findProvenOwner(db: Db, siteId: number): Promise<string | undefined> {
  const [owner] = await db
    .select({ email: users.email })
    .from(sites)
    .innerJoin(users, eq(users.id, sites.ownerId))
    .where(and(eq(sites.id, siteId), isNotNull(sites.verifiedBy)));
  return owner?.email;
}

const OWNER_REPORTS_MAX = 50;

/** Returns the oldest reports that a user can answer. The next ones follow when these are answered. */
export async function listForOwner(db: Db, userId: number): Promise<Page<OwnerReport>> {
  const { id, reason, text, changes, source, ownerUntil } = reports;
  const site = sql<string>`${sites.name}`.as("site");
  const rows = await db
    .select({ id, site, slug: sites.slug, reason, text, changes, source, ownerUntil })
    .from(reports)
    .innerJoin(sites, eq(sites.id, reports.siteId))
    .where(isTurnOf(userId))
    .orderBy(id)
    .limit(OWNER_REPORTS_MAX);
  const results = rows.map(({ ownerUntil: until, ...row }) => ({ ...row, until: toIso(until!) }));
  return toPage(results, { count: results.length, page: 1, perPage: OWNER_REPORTS_MAX });
}

const isProven = sql`EXISTS (
  SELECT 1 FROM ${sites} WHERE ${sites.id} = ${reports.siteId} AND ${sites.verifiedBy} IS NOT NULL)`;

/** Statement for cron: what an owner has not answered goes to staff, at once if the proof has ended or the site is gone. */
export const passToStaff = (db: Db, now: number) =>
  db
    .update(reports)
    .set({ ownerUntil: null })
    .where(and(isForOwner, or(lt(reports.ownerUntil, now), sql`NOT ${isProven}`)));
