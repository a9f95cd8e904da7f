import { Link } from "react-router";
import { createSitePath } from "#schema/paths.ts";
import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/pricing.ts";
import { useConfig } from "../../config.tsx";
import { FeaturedBenefits } from "./featured-benefits.tsx";

export function FeaturedPlan() {
  const { stripePublishableKey } = useConfig();
  return (
    <section className="card plan plan-featured" aria-labelledby="featured-title">
      <h2 id="featured-title">
        Featured Listing <span className="badge">FEATURED</span>
      </h2>
      <p className="plan-price">
        {LISTING_PRICE_TEXT} <small>per month ({LISTING_PERIOD_DAYS} days)</small>
      </p>
      <ul>
        <li>Everything in the standard listing</li>
        <FeaturedBenefits />
      </ul>
      <dl className="plan-facts">
        <dt>Billing cycle</dt>
        <dd>Monthly: every {LISTING_PERIOD_DAYS} days at the same price, until you cancel</dd>
        <dt>Payment</dt>
        <dd>By card, through Stripe</dd>
      </dl>
      {stripePublishableKey ? (
        <Link className="button button-primary" to={createSitePath}>
          List and feature a site
        </Link>
      ) : (
        <p className="notice">Featured listings are not available yet. You can list a site for free today.</p>
      )}
    </section>
  );
}
