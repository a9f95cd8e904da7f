import type { Context } from "hono";
import type { SubscribeAnswer } from "#schema/payments.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { clientAddress, type Counted, countTry, uncountTry } from "../../http/rate-limit.ts";
import { beginWaiting, endWaiting } from "../../http/waiting-tries.ts";
import { LIMITS } from "../../limits.ts";
import { isRefusedByBank, type Payment } from "./subscribe.ts";

/** The user comes first: a user who is refused does not use up the limit of a shared IP address. */
const countedOf = (c: Context<AppEnv>): [Counted, Counted] => [
  [LIMITS.declinedCardsOfUser, c.var.user.id],
  [LIMITS.declinedCardsOfClient, clientAddress(c)],
];

/**
 * Runs `charge` and counts declined cards, by user and by IP address. The count goes up before the bank is asked, so
 * that concurrent requests cannot pass the limit, and down again if the card was not declined. A card that waits for its
 * owner's confirmation stays counted until `confirmWithinLimit` finds it confirmed.
 * @throws AppError 429 if the limit is reached, and the errors of `charge`.
 */
export async function chargeWithinLimit(c: Context<AppEnv>, charge: () => Promise<Payment>): Promise<SubscribeAnswer> {
  const counted = countedOf(c);
  await countTry(c, ...counted);
  try {
    const { subscription, answer } = await charge();
    if (answer.status === "requires_action") {
      await beginWaiting(c, subscription, counted);
    } else {
      // This card replaced one that waited for a confirmation.
      await endWaiting(c, subscription, { isGood: false, counted });
      await uncountTry(c, ...counted);
    }
    return answer;
  } catch (error) {
    if (!isDeclined(error)) await uncountTry(c, ...counted);
    throw error;
  }
}

/**
 * Runs `confirm` for a subscription whose payment waited for its owner's confirmation. A confirmed card is no longer
 * counted as declined.
 */
export async function confirmWithinLimit(
  c: Context<AppEnv>,
  subscription: string,
  confirm: () => Promise<Payment>,
): Promise<SubscribeAnswer> {
  const counted = countedOf(c);
  try {
    const { answer } = await confirm();
    if (answer.status === "active") await endWaiting(c, subscription, { isGood: true, counted });
    return answer;
  } catch (error) {
    if (isDeclined(error)) await endWaiting(c, subscription, { isGood: false, counted });
    throw error;
  }
}

const isDeclined = (error: unknown) =>
  error instanceof AppError ? error.code === "payment_declined" : isRefusedByBank(error);
