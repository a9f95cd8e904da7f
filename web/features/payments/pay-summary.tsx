import { Link } from "react-router";
import { pricePath } from "#schema/paths.ts";
import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/pricing.ts";
import type { EditableSite } from "#schema/sites.ts";
import { FeaturedBenefits } from "../pricing/featured-benefits.tsx";

/** What is paid for, and what it costs. */
export function PaySummary({ site, isChange }: { site: EditableSite | undefined; isChange: boolean }) {
  return (
    <aside className="card pay-summary" aria-label="Summary">
      <h2>{site?.name ?? "Your listing"}</h2>
      <dl>
        <dt>Amount</dt>
        <dd>{LISTING_PRICE_TEXT}</dd>
        <dt>Billing cycle</dt>
        <dd>Monthly, every {LISTING_PERIOD_DAYS} days</dd>
      </dl>
      {!isChange && (
        <ul className="pay-benefits">
          <FeaturedBenefits />
        </ul>
      )}
      <p>
        {isChange
          ? "The next payment is made with the new card. What is unpaid is charged at once."
          : `${LISTING_PRICE_TEXT} is charged now, and again every ${LISTING_PERIOD_DAYS} days until you cancel. You can cancel at any time on your dashboard, under Payments; what you paid for stays featured to its end.`}
      </p>
      <p>
        Stripe takes the payment; we never see your card. <Link to={pricePath}>What featured means</Link>
      </p>
    </aside>
  );
}
