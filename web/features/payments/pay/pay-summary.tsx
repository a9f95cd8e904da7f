import { Link } from "react-router";
import { formatMoney, LISTING_CURRENCY } from "#schema/payments/pricing.ts";
import { pricePath } from "#schema/pages/paths.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { useConfig } from "../../../data/config.tsx";
import { FEATURED_BENEFITS } from "../../pricing/featured-benefits.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { PromotionField } from "./promotion-field.tsx";
import type { OrderState } from "./use-order.ts";

type Props = { site: EditableSite | undefined; state: OrderState };

/** What is bought, what it costs now and later, and the choices that change the price. */
export function PaySummary({ site, state }: Props) {
  const { order, price, change } = state;
  const { hasTax } = useConfig();
  const money = (cents: number) => formatMoney(cents, LISTING_CURRENCY);
  const now = money(price.now);
  return (
    <aside className="card pay-summary" aria-label="Summary">
      <h2>{site?.name ?? "Your listing"}</h2>
      <p className="pay-total" aria-live="polite">
        <strong>{now}</strong> <span>{`for ${price.days} days as a featured listing`}</span>
      </p>
      <details className="pay-benefits">
        <summary>What you get, and how to cancel</summary>
        <ul>
          {Object.values(FEATURED_BENEFITS).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>
          You cancel on your dashboard, under Payments. Your site then stays featured until the end of the time that you
          paid for. To change the billing cycle later, cancel, and choose the other one when that time has ended.
        </p>
      </details>
      <PlanChoice plan={order.plan} onChange={(plan) => change({ plan })} />
      <PromotionField state={state} />
      <p>
        <span>{`You pay ${now} now${price.later === price.now ? ", and again" : `, then ${money(price.later)}`} every ${price.days} days until you cancel, at any time on your dashboard.`}</span>
        {hasTax ? " Tax is included." : " No tax is added."}
      </p>
      <p>
        Stripe handles the payment. We never see your card number. <Link to={pricePath}>What featured means</Link>
      </p>
    </aside>
  );
}
