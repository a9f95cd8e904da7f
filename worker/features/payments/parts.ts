import type { Context } from "hono";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { LIMITS } from "../../limits.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { mailOperatorHourly } from "../alerts/mail-operator.ts";
import { toPaymentError } from "./errors.ts";
import { wrongPrice } from "./sync/alerts.ts";
import type { SyncParts } from "./sync/parts.ts";

/**
 * For requests. Mails are queued at once.
 * @throws AppError 503 if payments are not set up.
 */
export async function requirePayments({ env, var: { db, ports, config } }: Context<AppEnv>): Promise<SyncParts> {
  if (!ports.payments) throw new AppError("not_set_up", PAYMENT_MESSAGES.notOpen);
  return {
    db,
    payments: await ports.payments(),
    now: ports.now(),
    config,
    alert: (trouble) => mailOperatorHourly({ env, ports }, trouble),
    onMail: (keys) => Promise.all(keys.map(async (key) => sendFromOutbox({ ports }, key))),
  };
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
    const trouble = wrongPrice(error);
    if (trouble) await parts.alert?.(trouble);
    throw toPaymentError(error, message);
  }
}
