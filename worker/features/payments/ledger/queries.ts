import { and, count, desc, eq } from "drizzle-orm";
import { LEDGER_PER_PAGE } from "#schema/payments.ts";
import { payments } from "#schema/tables/payments.ts";
import type { Db } from "../../../db/connection.ts";
import { pageOffset } from "../../../db/paging.ts";
import { type Actor, isStaff } from "../../sessions/signed-in.ts";

/** An entry of the ledger that `user` may read. Staff may read all. */
export async function findEntry(db: Db, id: number, user: Actor) {
  // As a batch, it can travel with the check of a session (`readAsUser`).
  const [[row]] = await db.batch([
    db
      .select()
      .from(payments)
      .where(and(eq(payments.id, id), isStaff(user) ? undefined : eq(payments.userId, user.id))),
  ]);
  return row;
}

export async function listLedger(db: Db, { userId, page }: { userId: number; page: number }) {
  const where = eq(payments.userId, userId);
  const [[total], rows] = await db.batch([
    db.select({ count: count() }).from(payments).where(where),
    db
      .select()
      .from(payments)
      .where(where)
      .orderBy(desc(payments.happenedAt), desc(payments.id))
      .limit(LEDGER_PER_PAGE)
      .offset(pageOffset(page, LEDGER_PER_PAGE)),
  ]);
  return { rows, count: total?.count ?? 0 };
}
