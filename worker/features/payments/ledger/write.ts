import { lt, type SQL, sql } from "drizzle-orm";
import { payments } from "#schema/tables/payments.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonRows } from "../../../db/json-rows.ts";
import { excluded } from "../../../db/raw.ts";
import type { LedgerRow } from "./rows.ts";

/**
 * Statement: writes rows of the ledger if `condition` holds. Of a row that exists, only the state of its refund or dispute
 * changes, unless a newer reading has written it.
 */
export const writeRows = (db: Db, rows: LedgerRow[], reading: number, condition: SQL = sql`true`) =>
  db
    .insert(payments)
    .select(
      sql`${jsonRows(
        payments,
        rows.map((row) => ({ ...row, reading })),
      )} WHERE ${condition}`,
    )
    .onConflictDoUpdate({
      target: payments.stripeId,
      set: { detail: excluded(payments.detail), reading: excluded(payments.reading) },
      setWhere: lt(payments.reading, excluded(payments.reading)),
    });
