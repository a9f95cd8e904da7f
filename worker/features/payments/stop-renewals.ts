import type { AppEnv } from "../../env.ts";
import { inSequence } from "./cron.ts";
import { stopRenewal } from "./pay/change.ts";
import { listRunning, type PaymentScope } from "./queries.ts";

type Parts = Pick<AppEnv["Variables"], "db" | "ports" | "config">;

export const hasRunningSubscription = async ({ db, ports }: Pick<Parts, "db" | "ports">, scope: PaymentScope) =>
  ports.payments !== undefined && (await listRunning(db, scope)).length > 0;

/** Failures are logged, and cron tries again. */
export async function stopRenewals({ db, ports, config }: Parts, scope: PaymentScope): Promise<void> {
  const { payments } = ports;
  if (!payments) return;
  await inSequence(await listRunning(db, scope), ({ id }) => stopRenewal({ db, payments, now: ports.now(), config }, id));
}
