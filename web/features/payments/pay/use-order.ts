import { useEffect, useState } from "react";
import type { PaymentPreview } from "#schema/payments.ts";
import { LISTING_CURRENCY, PLANS } from "#schema/pricing.ts";
import { send } from "../../../api.ts";
import { toResult } from "../../../screen-data.ts";
import { type Order, orderFields } from "./order.ts";

/** Why a part of the order was refused. */
type Problem = { part: keyof Order; text: string };
type Answer = { order: Order; preview: PaymentPreview | undefined; needsAddress: boolean };

/**
 * Keeps what the person wants to buy, and asks the server what it costs. Without an answer the price is the plan's. If
 * the server refuses a promotion code or a charge day, the order goes back to neither, and `problem` says why.
 */
export function useOrder(siteId: number, first: Order) {
  const [order, setOrder] = useState(first);
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<Problem>();

  useEffect(() => {
    let isCurrent = true;
    async function ask() {
      const body = { site_id: siteId, ...orderFields(order) };
      const { value, error } = await toResult(() => send<PaymentPreview>("POST", "payments/preview/", { body }));
      if (!isCurrent) return;
      const needsAddress = error?.fields["country"] !== undefined;
      if (value || needsAddress || isPlain(order)) {
        setAnswer({ order, preview: value, needsAddress });
      } else {
        setProblem({ part: order.promotionCode ? "promotionCode" : "sameDayAs", text: error!.message });
        setOrder({ ...order, promotionCode: "", sameDayAs: null });
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
  return {
    order,
    /** False while the amount is not known. */
    isPriced: answer?.order === order || isPlain(order),
    preview,
    /** Tax cannot be computed, and so nothing can be paid, before the buyer's address is known. */
    needsAddress: answer?.needsAddress ?? false,
    total: preview
      ? { cents: preview.total_cents, currency: preview.currency, days: preview.days }
      : { cents, currency: LISTING_CURRENCY, days },
    problem,
    change(part: Partial<Order>) {
      setProblem(undefined);
      setOrder({ ...order, ...part });
    },
    /** After the address has changed, and with it the tax. */
    ask: () => setOrder({ ...order }),
  };
}

export type OrderState = ReturnType<typeof useOrder>;

const isPlain = ({ promotionCode, sameDayAs }: Order) => promotionCode === "" && sameDayAs === null;
