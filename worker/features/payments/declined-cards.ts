import type { Context } from "hono";
import type { SubscribeResponse } from "#schema/payments.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { clientIp, type SubjectLimit, countAttempt, uncountAttempt } from "../../http/rate-limit.ts";
import { holdAttempt, settleAttempt } from "../../http/pending-attempts.ts";
import { LIMITS } from "../../limits.ts";
import { isRefusedByBank, type Payment } from "./subscribe.ts";

/** The user first: who is refused does not use up the address for others. */
const countedOf = (c: Context<AppEnv>): [SubjectLimit, SubjectLimit] => [
  [LIMITS.declinedCardsOfUser, c.var.user.id],
  [LIMITS.declinedCardsOfClient, clientIp(c)],
];

/**
 * Counts cards that are declined, by user and by client address, before their bank is asked: of any number at once no
 * more than the limit are. A card that waits for its owner's confirmation stays counted, because it may still be
 * declined, until `askAgain` finds that it was confirmed.
 * @throws AppError 429 if there were too many.
 */
export async function chargeWithinLimit(c: Context<AppEnv>, ask: () => Promise<Payment>): Promise<SubscribeResponse> {
  const counted = countedOf(c);
  await countAttempt(c, ...counted);
  try {
    const { subscription, answer } = await ask();
    if (answer.status === "requires_action") {
      await holdAttempt(c, subscription, counted);
    } else {
      // What waited before was given up for this card.
      await settleAttempt(c, subscription, { hasSucceeded: false, counted });
      await uncountAttempt(c, ...counted);
    }
    return answer;
  } catch (error) {
    if (!isDeclined(error)) await uncountAttempt(c, ...counted);
    throw error;
  }
}

/** Asks how a payment stands that waited for its owner. */
export async function confirmWithinLimit(
  c: Context<AppEnv>,
  waiting: string,
  ask: () => Promise<Payment>,
): Promise<SubscribeResponse> {
  const counted = countedOf(c);
  try {
    const { answer } = await ask();
    if (answer.status === "active") await settleAttempt(c, waiting, { hasSucceeded: true, counted });
    return answer;
  } catch (error) {
    if (isDeclined(error)) await settleAttempt(c, waiting, { hasSucceeded: false, counted });
    throw error;
  }
}

const isDeclined = (error: unknown) =>
  error instanceof AppError ? error.code === "payment_declined" : isRefusedByBank(error);
