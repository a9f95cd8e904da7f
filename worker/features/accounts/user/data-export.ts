import { and, eq, getTableColumns, getTableName, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { toIso } from "#schema/values/dates.ts";
import { mediaPath } from "#schema/pages/paths.ts";
import { users } from "#schema/tables/accounts.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { claims } from "#schema/tables/claims.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { factChanges } from "#schema/tables/facts.ts";
import { imageFetches, siteImages, uploads } from "#schema/tables/media.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { reports } from "#schema/tables/reports.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { alternatives, articles, likes, sites } from "#schema/tables/sites.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import type { Db } from "../../../db/connection.ts";
import type { AppEnv } from "../../../env.ts";
import { toOpenSessions } from "../../sessions/open-sessions.ts";
import { listSessionRows } from "../../sessions/queries.ts";

/** Columns that the export leaves out: secrets, and what staff note for themselves. */
export const SECRETS: SQLiteColumn[] = [
  users.passwordHash,
  searchWatches.stopHash,
  reports.key,
  sites.reviewNote,
  alternatives.isWaiting,
  imageFetches.failure,
  // What another person wrote to staff.
  claims.objection,
  // It would tell how to pass.
  switches.heldBecause,
];

type OwnRows = [table: SQLiteTable, isOwn: SQL | undefined, more?: Record<string, SQL>];

/** The tables that have rows of a person, with a condition for these rows, and what makes them understandable. */
function ownRows(db: Db, id: number): OwnRows[] {
  const email = db.select({ email: users.email }).from(users).where(eq(users.id, id));
  const ownSites = db.select({ id: sites.id }).from(sites).where(eq(sites.ownerId, id));
  const likedSite = db.select({ slug: sites.slug }).from(sites).where(eq(sites.id, likes.siteId));
  return [
    [users, eq(users.id, id)],
    [sites, eq(sites.ownerId, id)],
    [articles, inArray(articles.siteId, ownSites)],
    [alternatives, inArray(alternatives.siteId, ownSites)],
    [factChanges, inArray(factChanges.siteId, ownSites), { day: sql`date(${factChanges.day} * 86400, 'unixepoch')` }],
    [siteImages, inArray(siteImages.siteId, ownSites)],
    [imageFetches, inArray(imageFetches.siteId, ownSites)],
    [uploads, and(eq(uploads.userId, id), isNull(uploads.removedAt)), { url: sql`${mediaPath("")} || ${uploads.key}` }],
    [likes, eq(likes.userId, id), { site: sql`${likedSite}` }],
    [switches, eq(switches.userId, id)],
    [moves, eq(moves.userId, id)],
    [blogPosts, eq(blogPosts.authorId, id)],
    [subscriptions, eq(subscriptions.userId, id)],
    [payments, eq(payments.userId, id)],
    [contactMessages, eq(contactMessages.email, email)],
    [reports, eq(reports.email, email)],
    [searchWatches, eq(searchWatches.email, email)],
    [claims, eq(claims.userId, id)],
  ];
}

/** The rows that `exportUserData` needs. */
export async function readUserData(db: Db, { id }: { id: number }) {
  const tables = ownRows(db, id);
  const [sessions, ...rows] = await db.batch([
    listSessionRows(db, id),
    ...tables.map(([table, isOwn, more]) =>
      db
        .select({ ...exportedColumns(table), ...more })
        .from(table)
        .where(isOwn),
    ),
  ]);
  return { sessions, rows: Object.fromEntries(tables.map(([table], at) => [getTableName(table), rows[at]])) };
}

const exportedColumns = (table: SQLiteTable) =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([, column]) => !SECRETS.includes(column)));

/** Returns the signed-in user's data as JSON, without secrets. Times are ISO 8601 in UTC. */
export async function exportUserData(
  c: Context<AppEnv>,
  { sessions, rows }: Awaited<ReturnType<typeof readUserData>>,
): Promise<string> {
  const { ports, user } = c.var;
  const open = await toOpenSessions(c.env.SESSIONS, sessions, { rights: user, ports });
  return JSON.stringify({ exportedAt: ports.now(), ...rows, sessions: open }, withIsoTimes, 2);
}

/** Names of times, such as `createdAt`, `liveSince`, `featuredUntil` and `periodStart`. */
const TIME_NAME = /(?:At|Since|Until|Start|End|Renewal)$/;

const withIsoTimes = (name: string, value: unknown) =>
  typeof value === "number" && TIME_NAME.test(name) ? toIso(value) : value;
