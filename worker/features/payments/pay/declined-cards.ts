import type { Context } from "hono";
import type { SubscribeResponse } from "#schema/payments/payments.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { clientIp, type SubjectLimit, countAttempt, uncountAttempt } from "../../../http/rate-limit.ts";
import { LIMITS } from "../../../http/limits.ts";
import { isCardError } from "../../../adapters/stripe/errors.ts";

/**
 * Runs `charge` and counts declined cards, by user and by IP address. The count goes up before the bank is asked, so
 * that concurrent requests cannot pass the limit, and down again if the card was not declined. A card that waits for
 * its owner's confirmation stays counted.
 * @throws AppError 429 if the limit is reached.
 */
export async function chargeWithinLimit<T extends SubscribeResponse>(c: Context<AppEnv>, charge: () => Promise<T>) {
  // The user's limit comes first: a refused user does not use up that of a shared IP address.
  const limits: [SubjectLimit, SubjectLimit] = [
    [LIMITS.declinedCardsOfUser, c.var.user.id],
    [LIMITS.declinedCardsOfClient, clientIp(c)],
  ];
  await countAttempt(c, ...limits);
  try {
    const answer = await charge();
    if (answer.status === "active") await uncountAttempt(c, ...limits);
    return answer;
  } catch (error) {
    if (!isDeclined(error)) await uncountAttempt(c, ...limits);
    throw error;
  }
}

const isDeclined = (error: unknown) =>
  error instanceof AppError ? error.code === "payment_declined" : isCardError(error);
