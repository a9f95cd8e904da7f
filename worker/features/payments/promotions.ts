import { toIso } from "#schema/dates.ts";
import { type Promotion, PROMOTION_MESSAGES } from "#schema/promotions.ts";
import type { Plan } from "#schema/pricing.ts";
import { AppError } from "../../errors.ts";
import type { Payments, PromotionFacts } from "../../ports.ts";

/**
 * @throws AppError 400 with `fields.promotion_code` unless the directory has a promotion with this code, it runs, and it is
 * for this plan. Months of a discount would make a whole year cheaper.
 */
export async function requirePromotion(
  payments: Payments,
  { plan, ...which }: { directory: string; code: string; plan: Plan },
): Promise<PromotionFacts> {
  const found = await payments.findPromotion(which);
  if (found?.state !== "active") throw refusal(found);
  if (found.duration === "months" && plan === "year") throw refusedWith(PROMOTION_MESSAGES.notYear);
  return found;
}

const refusedWith = (message: string) => new AppError("bad_input", message, { fields: { promotion_code: message } });

/** The error for a promotion that the provider has refused: somebody else was faster, or it is for first payments only. */
export async function promotionRefused(payments: Payments, which: { directory: string; code: string }) {
  return refusal(await payments.findPromotion(which));
}

function refusal(found: PromotionFacts | undefined): AppError {
  const { unknown, ended, usedUp, notFirst } = PROMOTION_MESSAGES;
  const messages = { active: found?.firstTimeOnly ? notFirst : unknown, ended, used_up: usedUp };
  return refusedWith(found ? messages[found.state] : unknown);
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
  first_time_only: facts.firstTimeOnly,
  state: facts.state,
  created_at: toIso(facts.createdAt),
});
