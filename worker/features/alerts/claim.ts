import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { HOUR_MS } from "#schema/dates.ts";
import { alerts } from "#schema/tables/watch.ts";
import type { Db } from "../../db/connection.ts";
import { type AlertKind, ALERTS } from "./kinds.ts";

/** An alert that no channel accepted waits for so long. The next cron run is later. */
const RETRY_MS = 300_000;

/**
 * `sentAt` is the time of the last alert of a kind, in Unix ms. `held` is how often it has happened since: 0 if the alert
 * must be sent now. `reported` is how often it had happened when the last alert was sent, since the one before: 0 if no
 * channel accepted it.
 */
export type Claim = { sentAt: number; held: number; reported: number };

type Event = { kind: AlertKind; detail: string; now: number };

/** Counts what happened. One statement decides, so of concurrent calls one gets `held` 0. */
export async function claimAlert(db: Db, { kind, detail, now }: Event): Promise<Claim> {
  const { sentAt, held, reported } = alerts;
  const ifDue = (due: unknown, otherwise: unknown) =>
    sql`CASE WHEN ${sentAt} <= ${now - HOUR_MS} THEN ${due} ELSE ${otherwise} END`;
  const [claim] = await db
    .insert(alerts)
    .values({ kind, sentAt: now, happenedAt: now, detail })
    .onConflictDoUpdate({
      target: alerts.kind,
      set: {
        sentAt: ifDue(now, sentAt),
        held: ifDue(0, sql`${held} + 1`),
        reported: ifDue(sql`${held} + 1`, reported),
        happenedAt: now,
        detail,
      },
    })
    .returning({ sentAt, held, reported });
  return claim!;
}

/** The same without D1. `last` is the last claim that this isolate knows. */
export function claimInMemory(last: Claim | undefined, now: number): Claim {
  if (last && last.sentAt > now - HOUR_MS) return { ...last, held: last.held + 1 };
  return { sentAt: now, held: 0, reported: (last?.held ?? 0) + 1 };
}

/** The claim of an alert that no channel accepted, at `sentAt`. What it reported counts again. */
export const undelivered = ({ sentAt, held, reported }: Claim): Claim => ({
  sentAt: sentAt - HOUR_MS + RETRY_MS,
  held: held + reported,
  reported: 0,
});

/** Statement: the same in D1. Others can have counted what happened in between. */
export const returnClaim = (db: Db, kind: string, { sentAt, reported }: Claim) =>
  db
    .update(alerts)
    .set({
      sentAt: undelivered({ sentAt, held: 0, reported }).sentAt,
      held: sql`${alerts.held} + ${reported}`,
      reported: 0,
    })
    .where(and(eq(alerts.kind, kind), eq(alerts.sentAt, sentAt)));

/** After a rollback, the table may have kinds of the version after. */
export const isKnown = inArray(alerts.kind, Object.keys(ALERTS));

/** For cron: claims the alerts of what has happened since the last alert, if that was sent an hour ago. */
export const claimHeldAlerts = (db: Db, now: number) =>
  db
    .update(alerts)
    .set({ sentAt: now, reported: alerts.held, held: 0 })
    .where(and(isKnown, gt(alerts.held, 0), lte(alerts.sentAt, now - HOUR_MS)))
    .returning({ kind: alerts.kind, detail: alerts.detail, count: alerts.reported, at: alerts.happenedAt });
