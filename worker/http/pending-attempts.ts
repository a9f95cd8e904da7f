import { and, eq, exists, gt, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { rateCounters } from "#schema/tables/accounts.ts";
import { excluded } from "../db/raw.ts";
import type { AppEnv } from "../env.ts";
import { type SubjectLimit, counterKey, decrement } from "./rate-limit.ts";

// Pending attempts: counted already, but it is not known yet whether they should count. Each has a row beside its
// counter until `settleAttempt`.

/** Marks the attempt that was counted last as pending. `attemptId` identifies it for `settleAttempt`. */
export async function holdAttempt(c: Context<AppEnv>, attemptId: string, limits: SubjectLimit[]): Promise<void> {
  const now = c.var.ports.now();
  const pending = limits.map((one) => ({
    key: pendingKey(c, attemptId, one),
    count: 1,
    expiresAt: now + one[0].windowMs,
  }));
  await c.var.db
    .insert(rateCounters)
    .values(pending)
    .onConflictDoUpdate({ target: rateCounters.key, set: { expiresAt: excluded(rateCounters.expiresAt) } });
}

/**
 * Ends a pending attempt, and subtracts it from the counters if it has succeeded. Repeated calls subtract it only once.
 */
export async function settleAttempt(
  c: Context<AppEnv>,
  attemptId: string,
  { hasSucceeded, limits }: { hasSucceeded: boolean; limits: [SubjectLimit, ...SubjectLimit[]] },
): Promise<void> {
  const { db, ports } = c.var;
  const pending = alias(rateCounters, "pending");
  const subtract = (one: SubjectLimit) => {
    const isPending = db
      .select({ key: pending.key })
      .from(pending)
      .where(and(eq(pending.key, pendingKey(c, attemptId, one)), gt(pending.expiresAt, ports.now())));
    return db
      .update(rateCounters)
      .set(decrement)
      .where(and(eq(rateCounters.key, counterKey(c, ...one)), exists(isPending)));
  };
  const [first, ...others] = limits;
  const keys = limits.map((one) => pendingKey(c, attemptId, one));
  const removed = db.delete(rateCounters).where(inArray(rateCounters.key, keys));
  // One transaction: of two simultaneous calls, the second finds no pending row.
  if (hasSucceeded) await db.batch([subtract(first), ...others.map(subtract), removed]);
  else await removed;
}

const pendingKey = (c: Context<AppEnv>, attemptId: string, [limit, subject]: SubjectLimit) =>
  counterKey(c, { ...limit, name: `waiting:${limit.name}` }, `${subject}:${attemptId}`);
