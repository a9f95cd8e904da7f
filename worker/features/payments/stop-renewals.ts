import type { AppEnv } from "../../env.ts";
import { inSequence } from "./in-sequence.ts";
import { stopRenewal } from "./pay/change.ts";
import { listRunning, type PaymentScope } from "./queries.ts";
import type { SyncParts } from "./sync/parts.ts";
import { endSubscription } from "./sync/sync.ts";

type Parts = Pick<AppEnv["Variables"], "db" | "ports" | "config">;

export const hasRunningSubscription = async ({ db, ports }: Pick<Parts, "db" | "ports">, scope: PaymentScope) =>
  ports.payments !== undefined && (await listRunning(db, scope)).length > 0;

/** For a suspended owner, who cannot cancel. Failures are logged, and cron tries again. */
export const stopRenewals = (parts: Parts, scope: PaymentScope) => forRunning(parts, scope, stopRenewal);

/** For a listing that staff have hidden. It ends the place, and refunds its unused share. */
export const endHidden = (parts: Parts, siteId: number) => forRunning(parts, { siteId }, endUnused);

export const endUnused = (parts: SyncParts, id: string) => endSubscription(parts, id, "unused");

async function forRunning(
  { db, ports, config }: Parts,
  scope: PaymentScope,
  act: (parts: SyncParts, id: string) => Promise<unknown>,
): Promise<void> {
  const { payments } = ports;
  if (!payments) return;
  const parts = { db, payments, now: ports.now(), config };
  await inSequence(await listRunning(db, scope), ({ id }) => act(parts, id));
}
