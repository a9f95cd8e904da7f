import { useState } from "react";
import { Link } from "react-router";
import { formatMoney, PLANS } from "#schema/pricing.ts";
import { pricePath } from "#schema/paths.ts";
import type { EditableSite } from "#schema/sites.ts";
import { FEATURED_BENEFITS } from "../../pricing/featured-benefits.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { PlanRows, PriceRows } from "./price-rows.tsx";
import { PromotionField } from "./promotion-field.tsx";
import { SameDayChoice } from "./same-day-choice.tsx";
import type { OrderState } from "./use-order.ts";

type Props = { site: EditableSite | undefined; state: OrderState };

/** What is bought, what it costs now and later, and the choices that change the price. */
export function PaySummary({ site, state }: Props) {
  const { order, total, preview, isPriced, change } = state;
  const { cents, days } = PLANS[order.plan];
  // On a phone the list would hide the ways to pay.
  const [isWide] = useState(() => matchMedia("(width >= 48rem)").matches);
  const amount = formatMoney(total.cents, total.currency);
  const later = preview ? formatMoney(preview.next.amount_cents, preview.currency) : formatMoney(cents, total.currency);
  return (
    <aside className="card pay-summary" aria-label="Summary" aria-busy={!isPriced}>
      <h2>{site?.name ?? "Your listing"}</h2>
      <p className="pay-total">
        <strong>{amount}</strong> <span>for {total.days} days as a featured listing</span>
      </p>
      <details className="pay-benefits" open={isWide}>
        <summary>What you get</summary>
        <ul>
          {Object.values(FEATURED_BENEFITS).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
      <PlanChoice plan={order.plan} onChange={(plan) => change({ plan, sameDayAs: null })} />
      <SameDayChoice state={state} />
      <PromotionField state={state} />
      {preview ? <PriceRows preview={preview} /> : <PlanRows plan={order.plan} />}
      <p>
        You pay {amount} now{preview && preview.next.amount_cents !== total.cents ? `, then ${later}` : ", and again"}{" "}
        every {days} days{" "}
        {preview?.promotion?.months &&
          `for ${preview.promotion.months} months. Then you pay ${formatMoney(cents, total.currency)} every ${days} days `}
        until you cancel. You can cancel at any time on your dashboard, under Payments. Your site then stays featured
        until the end of the time that you paid for.
      </p>
      <p>
        Stripe handles the payment. We never see your card number. <Link to={pricePath}>What featured means</Link>
      </p>
    </aside>
  );
}
