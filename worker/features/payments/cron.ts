import { lte } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";
import type { Bindings } from "../../env.ts";
import { mailOperatorHourly } from "../alerts/mail-operator.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { inSequence, PER_RUN } from "./in-sequence.ts";
import { stopForbidden } from "./stop-forbidden.ts";
import { replayEvents } from "./sync/replay.ts";
import type { SyncParts } from "./sync/parts.ts";
import { syncSubscription } from "./sync/sync.ts";

type Parts = {
  db: Db;
  env: Bindings;
  ports: Pick<Ports, "now" | "payments" | "queueMail" | "sendMail">;
  config: DirectoryConfig;
};

/**
 * Stops what must not be charged, reads subscriptions whose time has come, and applies the events that were missed. The next
 * run retries what failed.
 */
export async function checkPayments({ db, env, ports, config }: Parts): Promise<void> {
  if (!ports.payments) return;
  const now = ports.now();
  const parts: SyncParts = {
    db,
    payments: await ports.payments(),
    now,
    config,
    onMail: (keys) => Promise.all(keys.map(async (key) => sendFromOutbox({ ports }, key))),
    alert: (trouble) => mailOperatorHourly({ env, ports }, trouble),
  };
  await stopForbidden(parts);
  await inSequence(await listToRead(db, now), ({ id }) => syncSubscription(parts, id));
  await replayEvents(parts);
}

export const listToRead = (db: Db, now: number) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(lte(subscriptions.readAgainAt, now))
    .orderBy(subscriptions.readAgainAt)
    .limit(PER_RUN);
