import { desc, eq, inArray, lt } from "drizzle-orm";
import { cronRuns } from "#schema/tables/watch.ts";
import type { Db } from "../db/connection.ts";

export type Queued = Record<string, number>;

/** Records that a run begins. `before` is what waited in the queues at the end of the run before. */
export async function beginRun(db: Db, now: number): Promise<{ id: number; before: Queued }> {
  const [last, [run]] = await db.batch([
    db.select({ queued: cronRuns.queued }).from(cronRuns).orderBy(desc(cronRuns.startedAt)).limit(1),
    db.insert(cronRuns).values({ startedAt: now }).returning({ id: cronRuns.id }),
  ]);
  return { id: run!.id, before: last[0]?.queued ?? {} };
}

type End = { endedAt: number; failed: string[]; queued: Queued };

export async function endRun(db: Db, id: number, end: End): Promise<void> {
  await db.update(cronRuns).set(end).where(eq(cronRuns.id, id));
}

/** Statement. */
export const deleteRunsBefore = (db: Db, time: number, limit: number) =>
  db
    .delete(cronRuns)
    .where(
      inArray(
        cronRuns.id,
        db.select({ id: cronRuns.id }).from(cronRuns).where(lt(cronRuns.startedAt, time)).limit(limit),
      ),
    );
