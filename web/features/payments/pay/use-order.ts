import { useEffect, useState } from "react";
import type { PaymentPreview } from "#schema/payments.ts";
import { LISTING_CURRENCY, PLANS } from "#schema/pricing.ts";
import { send } from "../../../api.ts";
import { toResult } from "../../../screen-data.ts";
import { type Order, orderFields } from "./order.ts";

type Answer = { order: Order; preview: PaymentPreview | undefined };

/**
 * Keeps what the person wants to buy, and asks the server what it costs. Without an answer the price is the plan's. If the
 * server refuses a promotion code, the order goes on without it, and `problem` says why.
 */
export function useOrder(siteId: number, first: () => Order) {
  const [order, setOrder] = useState(first);
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState("");

  useEffect(() => {
    let isCurrent = true;
    async function ask() {
      const body = { site_id: siteId, ...orderFields(order) };
      const { value, error } = await toResult(() => send<PaymentPreview>("POST", "payments/preview/", { body }));
      if (!isCurrent) return;
      if (error && order.promotionCode) {
        setProblem(error.message);
        setOrder({ ...order, promotionCode: "" });
      } else {
        setAnswer({ order, preview: value });
      }
    }
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [siteId, order]);

  const { cents, days } = PLANS[order.plan];
  // The last answer stays in view until the next one comes, unless it is of another plan.
  const preview = answer?.order.plan === order.plan ? answer.preview : undefined;
  const { total_cents: now = cents, currency = LISTING_CURRENCY, next } = preview ?? {};
  return {
    order,
    /** False while the amount is not known. */
    isPriced: answer?.order === order || order.promotionCode === "",
    preview,
    /** What is paid now and later, in cents. */
    price: { now, later: next?.amount_cents ?? cents, currency, days },
    problem,
    change(part: Partial<Order>) {
      setProblem("");
      setOrder({ ...order, ...part });
    },
  };
}

export type OrderState = ReturnType<typeof useOrder>;
