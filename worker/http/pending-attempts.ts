import { and, eq, exists, gt, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { rateCounters } from "#schema/tables/accounts.ts";
import { excluded } from "../db/raw.ts";
import type { AppEnv } from "../env.ts";
import { type SubjectLimit, counterKey, decrement } from "./rate-limit.ts";

// Tries of which it is not known yet whether they count: each has a mark beside its counter until `settleAttempt`.

/** Notes that the last try counted waits for what becomes of `subject`. */
export async function holdAttempt(c: Context<AppEnv>, subject: string, counted: SubjectLimit[]): Promise<void> {
  const now = c.var.ports.now();
  const marks = counted.map((one) => ({
    key: pendingKey(c, subject, one),
    count: 1,
    expiresAt: now + one[0].windowMs,
  }));
  await c.var.db
    .insert(rateCounters)
    .values(marks)
    .onConflictDoUpdate({ target: rateCounters.key, set: { expiresAt: excluded(rateCounters.expiresAt) } });
}

/** Nothing waits for `subject` any more. `isGood`: what waited is taken back, once, however often this is said. */
export async function settleAttempt(
  c: Context<AppEnv>,
  subject: string,
  { isGood: hasSucceeded, counted }: { isGood: boolean; counted: [SubjectLimit, ...SubjectLimit[]] },
): Promise<void> {
  const { db, ports } = c.var;
  const mark = alias(rateCounters, "mark");
  const takeBack = (one: SubjectLimit) => {
    const waiting = db
      .select({ key: mark.key })
      .from(mark)
      .where(and(eq(mark.key, pendingKey(c, subject, one)), gt(mark.expiresAt, ports.now())));
    return db
      .update(rateCounters)
      .set(decrement)
      .where(and(eq(rateCounters.key, counterKey(c, ...one)), exists(waiting)));
  };
  const [first, ...others] = counted;
  const keys = counted.map((one) => pendingKey(c, subject, one));
  const removed = db.delete(rateCounters).where(inArray(rateCounters.key, keys));
  // One transaction: of two that say so at once, the second finds no mark.
  if (hasSucceeded) await db.batch([takeBack(first), ...others.map(takeBack), removed]);
  else await removed;
}

const pendingKey = (c: Context<AppEnv>, waiting: string, [limit, subject]: SubjectLimit) =>
  counterKey(c, { ...limit, name: `waiting:${limit.name}` }, `${subject}:${waiting}`);
