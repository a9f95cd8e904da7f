import { and, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { RENEWAL_NOTICE_DAYS } from "#schema/pricing.ts";
import { users } from "#schema/tables/accounts.ts";
import { paymentMails, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";
import type { Bindings } from "../../env.ts";
import { mailOperatorHourly, type Trouble } from "../alerts/mail-operator.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { inSequence } from "./in-sequence.ts";
import { renewalMail } from "./mails.ts";
import { stopRenewal } from "./pay/change.ts";
import { isRunning } from "./queries.ts";
import { endUnused } from "./stop-renewals.ts";
import { replayEvents } from "./sync/replay.ts";
import type { SyncParts } from "./sync/parts.ts";
import { syncSubscription } from "./sync/sync.ts";
import { queueNotice } from "./sync/write.ts";

/** How many subscriptions of one kind a run looks at; later runs take the rest. D1 allows a run 1,000 queries. */
const PER_RUN = 50;
/** How long until a subscription that waits for something is read again. Webhooks usually report changes first. */
const RECHECK_MS = 6 * HOUR_MS;
/** Every running subscription is read that often, for example if tax was switched on. */
const OLD_MS = 7 * DAY_MS;
/** How long before a yearly renewal its owner is told. */
const RENEWAL_NOTICE_MS = RENEWAL_NOTICE_DAYS * DAY_MS;

type Parts = {
  db: Db;
  env: Bindings;
  ports: Pick<Ports, "now" | "payments" | "queueMail" | "sendMail">;
  config: DirectoryConfig;
};

/**
 * Applies the events that were missed, stops renewals that must not be charged, reads subscriptions that wait for
 * something, and announces yearly renewals. The next run retries what failed.
 */
export async function checkPayments({ db, env, ports, config }: Parts): Promise<void> {
  const { payments } = ports;
  if (!payments) return;
  const now = ports.now();
  const troubles: Trouble[] = [];
  const mails: string[] = [];
  const parts: SyncParts = {
    db,
    payments,
    now,
    config,
    onMail: (keys) => mails.push(...keys),
    alert: (trouble) => troubles.push(trouble),
  };
  await inSequence(await listRenewalsToStop(db), ({ id, isHidden }) =>
    isHidden ? endUnused(parts, id) : stopRenewal(parts, id),
  );
  await inSequence(await listWaiting(db, now), ({ id }) => syncSubscription(parts, id));
  await announceRenewals(parts);
  await replayEvents(parts);
  await Promise.all(mails.map(async (key) => sendFromOutbox({ ports }, key)));
  for (const trouble of troubles) await mailOperatorHourly({ env, ports }, trouble);
}

/** Of listings that staff have hidden, and of suspended owners, who cannot cancel. */
export const listRenewalsToStop = (db: Db) =>
  db
    .select({ id: subscriptions.id, isHidden: sql`${sites.review} = 'pending'`.mapWith(Boolean) })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(
      and(
        isRunning,
        or(
          eq(sites.review, "pending"),
          and(isNotNull(users.suspendedAt), or(subscriptions.renews, isNotNull(subscriptions.unpaidInvoice))),
        ),
      ),
    )
    .limit(PER_RUN);

/** Those whose period is over, whose latest invoice is not paid, for which something is due at Stripe, and old readings. */
export function listWaiting(db: Db, now: number) {
  const { id, readAt, featuredUntil, periodEnd, unpaidInvoice, isDue } = subscriptions;
  const listWhere = (...conditions: (SQL | undefined)[]) =>
    db
      .select({ id, readAt })
      .from(subscriptions)
      .where(and(lte(readAt, now - RECHECK_MS), ...conditions));
  return listWhere(
    isRunning,
    or(isNull(featuredUntil), lt(periodEnd, now), isNotNull(unpaidInvoice), lte(readAt, now - OLD_MS)),
  )
    .union(listWhere(sql`${isDue}`))
    .orderBy(readAt)
    .limit(PER_RUN);
}

export function listRenewalsToAnnounce(db: Db, now: number) {
  const { id, siteId, userId, plan, status, renews, priceCents, currency, periodEnd } = subscriptions;
  return db
    .select({ id, siteId, userId, cents: priceCents, currency, at: periodEnd, name: sites.name })
    .from(subscriptions)
    .innerJoin(sites, eq(sites.id, siteId))
    .where(
      and(
        isRunning,
        eq(plan, "year"),
        eq(status, "active"),
        renews,
        gt(periodEnd, now),
        lte(periodEnd, now + RENEWAL_NOTICE_MS),
        sql`NOT EXISTS (SELECT 1 FROM ${paymentMails} WHERE ${paymentMails.key} = 'renews:' || ${id} || ':' || ${periodEnd})`,
      ),
    )
    .limit(PER_RUN);
}

async function announceRenewals(parts: SyncParts): Promise<void> {
  for (const one of await listRenewalsToAnnounce(parts.db, parts.now)) {
    const renewal = { ...one, siteId: one.siteId!, cents: one.cents ?? 0, plan: "year" as const };
    const compose = (site: DirectoryConfig) => renewalMail(site, renewal);
    await queueNotice(parts, one.userId, { key: `renews:${one.id}:${one.at}`, compose });
  }
}
