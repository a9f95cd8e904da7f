import { Link } from "react-router";
import { pricePath } from "#schema/paths.ts";
import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/pricing.ts";
import type { EditableSite } from "#schema/sites.ts";
import { FEATURED_BENEFITS } from "../pricing/featured-benefits.ts";

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
          {Object.values(FEATURED_BENEFITS).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p>
        {isChange
          ? "Your next payment uses the new card. If an invoice is unpaid, the new card is charged now."
          : `You pay ${LISTING_PRICE_TEXT} now, and again every ${LISTING_PERIOD_DAYS} days until you cancel. You can cancel at any time on your dashboard, under Payments. Your site then stays featured until the end of the time that you paid for.`}
      </p>
      <p>
        Stripe handles the payment. We never see your card number. <Link to={pricePath}>What featured means</Link>
      </p>
    </aside>
  );
}
