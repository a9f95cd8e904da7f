import { PLANS, type Plan } from "#schema/pricing.ts";

/** What is bought. `country` is "" until it is chosen. */
export type Order = { plan: Plan; promotionCode: string; country: string };

/** For the body of a request. */
export const orderFields = ({ plan, promotionCode, country }: Order) => ({
  plan,
  ...(promotionCode && { promotion_code: promotionCode }),
  ...(country && { country }),
});

export const PLAN_NAMES: Record<Plan, string> = { month: "Monthly", year: "Yearly" };

/** What 30 days cost in this plan, in cents. */
export const monthCents = (plan: Plan) => Math.round((PLANS[plan].cents / PLANS[plan].days) * PLANS.month.days);
