import type { Context } from "hono";
import type { SubscribeResponse } from "#schema/payments.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { clientIp, type SubjectLimit, countAttempt, uncountAttempt } from "../../../http/rate-limit.ts";
import { holdAttempt, settleAttempt } from "../../../http/pending-attempts.ts";
import { LIMITS } from "../../../limits.ts";
import { isCardError } from "../../../adapters/stripe/errors.ts";
import type { Payment } from "./subscribe.ts";

/** The user's limit comes first: a refused user does not use up that of a shared IP address. */
const limitsOf = (c: Context<AppEnv>): [SubjectLimit, SubjectLimit] => [
  [LIMITS.declinedCardsOfUser, c.var.user.id],
  [LIMITS.declinedCardsOfClient, clientIp(c)],
];

/**
 * Runs `charge` and counts declined cards, by user and by IP address. The count goes up before the bank is asked, so
 * that concurrent requests cannot pass the limit, and down again if the card was not declined. A card that waits for
 * its owner's confirmation stays counted until `confirmWithinLimit` finds it confirmed.
 * @throws AppError 429 if the limit is reached.
 */
export async function chargeWithinLimit(
  c: Context<AppEnv>,
  charge: () => Promise<Payment>,
): Promise<SubscribeResponse> {
  const limits = limitsOf(c);
  await countAttempt(c, ...limits);
  try {
    const { subscription, answer } = await charge();
    if (answer.status === "requires_action") {
      await holdAttempt(c, subscription, limits);
    } else {
      // An earlier card that waited for a confirmation was given up and stays counted.
      await settleAttempt(c, subscription, { hasSucceeded: false, limits });
      await uncountAttempt(c, ...limits);
    }
    return answer;
  } catch (error) {
    if (!isDeclined(error)) await uncountAttempt(c, ...limits);
    throw error;
  }
}

/** Runs `confirm`. A card that its owner has confirmed is no longer counted as declined. */
export async function confirmWithinLimit(
  c: Context<AppEnv>,
  subscription: string,
  confirm: () => Promise<Payment>,
): Promise<SubscribeResponse> {
  const limits = limitsOf(c);
  try {
    const { answer } = await confirm();
    if (answer.status === "active") await settleAttempt(c, subscription, { hasSucceeded: true, limits });
    return answer;
  } catch (error) {
    if (isDeclined(error)) await settleAttempt(c, subscription, { hasSucceeded: false, limits });
    throw error;
  }
}

const isDeclined = (error: unknown) =>
  error instanceof AppError ? error.code === "payment_declined" : isCardError(error);
