import { lte } from "drizzle-orm";
import { subscriptions } from "#schema/tables/payments.ts";
import type { Db } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { inSequence, PER_RUN } from "./in-sequence.ts";
import { openPayments } from "./parts.ts";
import { stopForbidden } from "./stop-forbidden.ts";
import { replayEvents } from "./sync/replay.ts";
import { syncSubscription } from "./sync/sync.ts";

type Parts = { env: Bindings } & Parameters<typeof openPayments>[0]["var"];

/**
 * Stops what must not be charged, reads subscriptions whose time has come, and applies the events that were missed. The next
 * run retries what failed.
 */
export async function checkPayments({ env, ...given }: Parts): Promise<void> {
  const parts = await openPayments({ env, var: given });
  if (!parts) return;
  await stopForbidden(parts);
  await inSequence(await listToRead(parts.db, parts.now), ({ id }) => syncSubscription(parts, id));
  await replayEvents(parts);
}

export const listToRead = (db: Db, now: number) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(lte(subscriptions.readAgainAt, now))
    .orderBy(subscriptions.readAgainAt)
    .limit(PER_RUN);
