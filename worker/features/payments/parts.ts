import type { Context } from "hono";
import { WrongSetup } from "../../adapters/stripe/errors.ts";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { LIMITS } from "../../http/limits.ts";
import type { Ports } from "../../ports.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { mailOperatorHourly } from "../alerts/mail-operator.ts";
import { toPaymentError } from "./errors.ts";
import { wrongSetup } from "./sync/alerts.ts";
import type { SyncParts } from "./sync/parts.ts";

/** Of a request or of the cron. */
export type Given = Pick<Context<AppEnv>, "env"> & {
  var: Pick<AppEnv["Variables"], "db" | "config"> & {
    ports: Pick<Ports, "now" | "payments" | "queueMail" | "sendMail">;
  };
};

/** Undefined if payments are not set up. Mails are sent at once. */
export async function openPayments({ env, var: { db, ports, config } }: Given): Promise<SyncParts | undefined> {
  if (!ports.payments) return undefined;
  return {
    db,
    payments: await ports.payments(),
    now: ports.now(),
    config,
    alert: (trouble) => mailOperatorHourly({ env, ports }, trouble),
    onMail: (key) => sendFromOutbox({ ports }, key),
  };
}

/** @throws AppError 503 if payments are not set up. */
export async function requirePayments(c: Context<AppEnv>): Promise<SyncParts> {
  const parts = await openPayments(c);
  if (!parts) throw new AppError("not_set_up", PAYMENT_MESSAGES.notOpen);
  return parts;
}

/**
 * Runs a call of the user that asks Stripe.
 * @throws AppError 503 if payments are not set up, 429 if the user has asked too often, those of `toPaymentError`.
 */
export async function withPayments<T>(c: Context<AppEnv>, message: string, ask: (parts: SyncParts) => Promise<T>) {
  const parts = await requirePayments(c);
  await countAttempt(c, [LIMITS.paymentCallsOfUser, c.var.user.id]);
  try {
    return await ask(parts);
  } catch (error) {
    if (error instanceof WrongSetup) await parts.alert(wrongSetup(error.message));
    throw toPaymentError(error, message);
  }
}
