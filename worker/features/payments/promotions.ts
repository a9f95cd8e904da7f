import { type Promotion, PROMOTION_MESSAGES } from "#schema/promotions.ts";
import { toIso } from "../../db/time.ts";
import { AppError } from "../../errors.ts";
import type { Payments, PromotionFacts } from "../../ports.ts";

/** @throws AppError 400 with `fields.promotion_code` unless the directory has a promotion with this code, and it runs. */
export async function requirePromotion(
  payments: Payments,
  which: { directory: string; code: string },
): Promise<PromotionFacts> {
  const found = await payments.findPromotion(which);
  if (found?.state === "active") return found;
  const { unknown, ended, usedUp } = PROMOTION_MESSAGES;
  const message = !found ? unknown : found.state === "ended" ? ended : usedUp;
  throw new AppError("bad_input", message, { promotion_code: message });
}

export const toPromotion = (facts: PromotionFacts): Promotion => ({
  id: facts.id,
  code: facts.code,
  percent_off: facts.percentOff,
  amount_off_cents: facts.amountOffCents,
  duration: facts.duration,
  months: facts.months,
  max_redemptions: facts.maxRedemptions,
  redemptions: facts.redemptions,
  ends_at: facts.endsAt === null ? null : toIso(facts.endsAt),
  state: facts.state,
  created_at: toIso(facts.createdAt),
});
