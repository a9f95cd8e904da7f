import { useState } from "react";
import { type Plan, PLANS } from "#schema/payments/pricing.ts";
import { discounted, type Promotion } from "#schema/payments/promotions.ts";
import { send } from "../../../data/api.ts";
import { toResult } from "../../../data/screen-data.ts";

/** What is bought. `country` is "" until it is chosen. */
export type Order = { plan: Plan; country: string; promotion?: Promotion | undefined };

/** Keeps what the person wants to buy. The price includes tax, so only a promotion changes it. */
export function useOrder(first: () => Order) {
  const [order, setOrder] = useState(first);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState("");
  const { plan, promotion } = order;
  const { cents, days } = PLANS[plan];
  const now = promotion ? discounted(cents, promotion) : cents;
  const change = (part: Partial<Order>) => setOrder((old) => ({ ...old, ...part }));

  /** Asks the server whether a promotion code can be used. If not, `problem` says why. */
  async function applyPromotion(code: string) {
    setChecking(true);
    setProblem("");
    const body = { plan, promotion_code: code };
    const { value, error } = await toResult(() => send("POST", "payments/promotion/", { body }));
    setChecking(false);
    setProblem(error?.message ?? "");
    if (value) change({ promotion: value });
  }

  return {
    order,
    change,
    /** What is paid now and later, in cents. */
    price: { now, later: promotion?.duration === "forever" ? now : cents, days },
    applyPromotion,
    isChecking,
    problem,
  };
}

export type OrderState = ReturnType<typeof useOrder>;
