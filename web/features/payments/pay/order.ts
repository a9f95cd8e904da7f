import { PLANS, type Plan } from "#schema/pricing.ts";

/** What is bought. `sameDayAs` is the id of another site of the owner, whose charge day it takes. */
export type Order = { plan: Plan; promotionCode: string; sameDayAs: number | null };

/** For the body of a request and for the page's address: the person may come back from another site to it. */
export const orderFields = ({ plan, promotionCode, sameDayAs }: Order) => ({
  plan,
  ...(promotionCode && { promotion_code: promotionCode }),
  ...(sameDayAs !== null && { same_day_as: sameDayAs }),
});

/** Reads `orderFields` from the page's address. */
export function readOrder(search: URLSearchParams): Order {
  const sameDayAs = search.get("same_day_as") ?? "";
  return {
    plan: search.get("plan") === "year" ? "year" : "month",
    promotionCode: search.get("promotion_code") ?? "",
    sameDayAs: /^\d{1,15}$/.test(sameDayAs) ? Number(sameDayAs) : null,
  };
}

export const PLAN_NAMES: Record<Plan, string> = { month: "Monthly", year: "Yearly" };

/** What 30 days cost in this plan, in cents. */
export const monthCents = (plan: Plan) => Math.round((PLANS[plan].cents / PLANS[plan].days) * PLANS.month.days);
