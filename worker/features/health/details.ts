import { desc, gt, isNotNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { HEALTH_COUNT_MAX, HEALTH_RUNS, type HealthDetails } from "#schema/admin.ts";
import { DAY_MS } from "#schema/dates.ts";
import { imageFetches } from "#schema/tables/media.ts";
import { stripeEvents } from "#schema/tables/payments.ts";
import { alerts, cronRuns, responseCounts } from "#schema/tables/watch.ts";
import type { Db } from "../../db/connection.ts";
import { countUpTo } from "../../db/count-up-to.ts";
import { queryRows } from "../../db/raw.ts";
import { readReplication } from "../../db/replication.ts";
import { type AppEnv, isLocal } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { dailyLimit } from "../../mail-quota.ts";
import { isKnown } from "../alerts/claim.ts";
import { CRON_MISSING_MS } from "../alerts/count-responses.ts";
import { type AlertKind, ALERTS } from "../alerts/kinds.ts";
import { selectMailFacts } from "../outbox/queries.ts";
import { readAsUser } from "../sessions/guards.ts";
import { isStaff } from "../sessions/signed-in.ts";

/** GET /api/health/details/, for staff: HealthDetails. Two reads of D1 at the same time. */
export const healthDetailsRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) => {
  const now = c.var.ports.now();
  const found = await readAsUser(c, async (db, user) => {
    if (!isStaff(user)) throw new AppError("not_allowed", ACCOUNT_MESSAGES.staffOnly);
    const [details, replication] = await Promise.all([readDetails(db, now), readReplication(c.env.DB, c.req.raw)]);
    return { ...details, replication };
  });
  const { id, timestamp } = c.env.VERSION;
  // Local runs have no cron.
  const cron = { ...found.cron, is_missing: found.cron.is_missing && !isLocal(c.env) };
  const mails = { ...found.mails, daily_limit: dailyLimit(c.env) };
  const version = { id, deployed_at: timestamp };
  return c.json({ at: iso(now), version, ...found, cron, mails } satisfies HealthDetails);
});

type Found = Omit<HealthDetails, "at" | "version" | "mails" | "replication"> & {
  mails: Omit<HealthDetails["mails"], "daily_limit">;
};

async function readDetails(db: Db, now: number): Promise<Found> {
  const [runs, sent, [counted], [events], [mails], [waiting]] = await db.batch([
    db.select().from(cronRuns).orderBy(desc(cronRuns.startedAt)).limit(HEALTH_RUNS),
    db.select().from(alerts).where(isKnown).orderBy(desc(alerts.happenedAt)),
    db
      .select({
        requests: sum(responseCounts.requests, "requests"),
        failures: sum(responseCounts.failures, "failures"),
        read: sum(responseCounts.rowsRead, "read"),
        written: sum(responseCounts.rowsWritten, "written"),
      })
      .from(responseCounts)
      .where(gt(responseCounts.slot, now - DAY_MS)),
    db
      .select({
        count: sql`count(*)`.mapWith(Number).as("count"),
        slowest: sql<number | null>`max(${stripeEvents.receivedAt} - ${stripeEvents.createdAt})`.as("slowest"),
        last: sql<number | null>`max(${stripeEvents.receivedAt})`.as("last"),
      })
      .from(stripeEvents)
      .where(gt(stripeEvents.receivedAt, now - DAY_MS)),
    selectMailFacts(db, now, HEALTH_COUNT_MAX),
    queryRows(
      db,
      { images: countUpTo(HEALTH_COUNT_MAX, sql`${imageFetches} WHERE ${isNotNull(imageFetches.dueAt)}`) },
      (columns) => sql`SELECT ${columns}`,
    ),
  ]);
  const [last] = runs;
  return {
    cron: {
      is_missing: !last || now - last.startedAt > CRON_MISSING_MS,
      runs: runs.map(({ startedAt, endedAt, failed }) => ({
        started_at: iso(startedAt),
        ended_at: endedAt === null ? null : iso(endedAt),
        failed,
      })),
    },
    alerts: sent.map(({ kind, detail, sentAt, happenedAt, held, reported }) => ({
      title: ALERTS[kind as AlertKind].title,
      detail,
      sent_at: reported > 0 ? iso(sentAt) : null,
      happened_at: iso(happenedAt),
      held,
    })),
    responses: { requests: counted!.requests, failures: counted!.failures },
    rows: { read: counted!.read, written: counted!.written },
    webhooks: {
      count: events!.count,
      slowest_ms: events!.slowest,
      last_at: events!.last === null ? null : iso(events!.last),
    },
    mails: {
      accepted: mails!.accepted,
      refused_at: mails!.refusedAt === null ? null : iso(mails!.refusedAt),
      waiting: mails!.waiting,
      failed: mails!.failed,
    },
    waiting: waiting!,
    queues: runs.find(({ endedAt }) => endedAt !== null)?.queued ?? {},
  };
}

const iso = (time: number) => new Date(time).toISOString();

const sum = (column: SQLiteColumn, name: string) => sql`coalesce(sum(${column}), 0)`.mapWith(Number).as(name);
