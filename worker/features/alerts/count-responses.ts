import { gte, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { MINUTE_MS } from "#schema/dates.ts";
import { cronRuns, responseCounts } from "#schema/tables/watch.ts";
import { connect, type Db, takeRows } from "../../db/connection.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../deadline.ts";
import { type AppEnv, isLocal } from "../../env.ts";
import { AppError } from "../../errors.ts";
import type { Ports } from "../../ports.ts";
import { type AlertParts, raiseAlert } from "./raise.ts";

const SLOT_MS = 10 * MINUTE_MS;
/** An isolate writes its counts at most so often: after responses that succeed, and after one that fails. */
const WRITE_MS = MINUTE_MS;
const WRITE_FAILURE_MS = 5000;
/** Three runs of the cron. */
export const CRON_MISSING_MS = 30 * MINUTE_MS;

type Counts = { requests: number; failures: number; rowsRead: number; rowsWritten: number };

const NOTHING: Counts = { requests: 0, failures: 0, rowsRead: 0, rowsWritten: 0 };

/** What an isolate has counted and not written yet. */
type Tally = Counts & { writtenAt: number };
/** Ports exist once for each isolate. */
const tallies = new WeakMap<Ports, Tally>();

/**
 * Counts responses in memory. After a response, an isolate adds its counts to the row of the current ten minutes. Counts
 * of an isolate that ends before are lost.
 */
export const countResponses = createMiddleware<AppEnv>(async function countResponses(c, next) {
  const { env, executionCtx } = c;
  const { ports } = c.var;
  // The first failure of an isolate is written at once.
  const tally = tallies.get(ports) ?? { ...NOTHING, writtenAt: ports.now() - WRITE_FAILURE_MS };
  tallies.set(ports, tally);
  await next();
  tally.requests += 1;
  if (c.res.status >= 500 && !isExpected(c.error)) tally.failures += 1;
  const now = ports.now();
  if (now - tally.writtenAt < (tally.failures > 0 ? WRITE_FAILURE_MS : WRITE_MS)) return;
  tally.writtenAt = now;
  executionCtx.waitUntil(write({ env, ports }, tally));
});

/** A part is not set up, such as payments, or the quota of mails is used up. Anybody can call it, and nothing has failed. */
const isExpected = (error: Error | undefined) =>
  error instanceof AppError && (error.code === "not_set_up" || error.code === "quota_used_up");

/** Never rejects. If D1 fails, the counts stay in the tally, and alone decide whether there is an alert. */
async function write(parts: AlertParts, tally: Tally): Promise<void> {
  const { env, ports } = parts;
  const now = ports.now();
  const { writtenAt: _, ...counted } = tally;
  const { read, written } = takeRows();
  counted.rowsRead += read;
  counted.rowsWritten += written;
  Object.assign(tally, NOTHING);
  const adding = async () => addCounts(connect(env.DB), counted, now);
  const sums = await withDeadline(adding(), ports.timeout(SERVICE_TIMEOUT_MS)).catch(() => undefined);
  if (!sums) for (const name of Object.keys(counted) as (keyof Counts)[]) tally[name] += counted[name];
  const { requests, failures } = sums ?? counted;
  if (isAlarming(requests, failures)) {
    const numbers = `${failures.toLocaleString("en-GB")} of ${requests.toLocaleString("en-GB")} responses failed.`;
    await raiseAlert(parts, "responses", sums ? numbers : `${numbers} D1 does not answer.`);
  }
  // Local runs have no cron.
  if (sums && now - sums.watchedSince > CRON_MISSING_MS && !isLocal(env)) {
    await raiseAlert(parts, "missing-cron", `No run since ${new Date(sums.watchedSince).toISOString()}.`);
  }
}

/**
 * At least five failures and more than 1 % of the responses; or at least two failures and more than half of the
 * responses, because an outage at night has few requests.
 */
const isAlarming = (requests: number, failures: number) =>
  (failures >= 5 && failures > requests / 100) || (failures >= 2 && failures > requests / 2);

type Sums = Pick<Counts, "requests" | "failures"> & {
  /** Begin of the last cron run, or of counting if there was no run. */
  watchedSince: number;
};

/** Returns the sums of the current ten minutes and of the ten minutes before. */
async function addCounts(db: Db, counted: Counts, now: number): Promise<Sums> {
  const { slot, requests, failures, rowsRead, rowsWritten } = responseCounts;
  const current = now - (now % SLOT_MS);
  const [, [sums]] = await db.batch([
    db
      .insert(responseCounts)
      .values({ slot: current, ...counted })
      .onConflictDoUpdate({
        target: slot,
        set: {
          requests: sql`${requests} + ${counted.requests}`,
          failures: sql`${failures} + ${counted.failures}`,
          rowsRead: sql`${rowsRead} + ${counted.rowsRead}`,
          rowsWritten: sql`${rowsWritten} + ${counted.rowsWritten}`,
        },
      }),
    db
      .select({
        requests: sql`sum(${requests})`.mapWith(Number).as("requests"),
        failures: sql`sum(${failures})`.mapWith(Number).as("failures"),
        watchedSince: sql`coalesce((SELECT max(${cronRuns.startedAt}) FROM ${cronRuns}),
          (SELECT min(first.slot) FROM ${responseCounts} first))`
          .mapWith(Number)
          .as("watched_since"),
      })
      .from(responseCounts)
      .where(gte(slot, current - SLOT_MS)),
  ]);
  return sums!;
}
