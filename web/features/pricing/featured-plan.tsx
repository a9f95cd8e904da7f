import { Link } from "react-router";
import { createSitePath } from "#schema/paths.ts";
import { LISTING_DAYS, LISTING_CENTS, priceText } from "#schema/pricing.ts";
import { useConfig } from "../../config.tsx";

export function FeaturedPlan() {
  const { stripePublishableKey } = useConfig();
  return (
    <section className="card plan plan-featured" aria-labelledby="featured-title">
      <h2 id="featured-title">
        Featured Listing <span className="badge">FEATURED</span>
      </h2>
      <p className="plan-price">
        {priceText(LISTING_CENTS)} <small>per month ({LISTING_DAYS} days)</small>
      </p>
      <ul>
        <li>Everything of the standard listing</li>
        <li>
          Turns in the row “Featured” above the first page of every list that your site fits: the home page, its
          category, the products that it replaces, searches that find it
        </li>
        <li>
          Turns inside articles, labelled Sponsored: those of sites in its category or for the same products, and ours
        </li>
        <li>At most three sites in a row and two in an article; all that fit take turns, each for the same time</li>
        <li>An article of your own without other sites’ places</li>
        <li>A FEATURED badge wherever your site is shown; its link carries rel=“sponsored”</li>
      </ul>
      <dl className="plan-facts">
        <dt>Billing cycle</dt>
        <dd>Monthly: every {LISTING_DAYS} days at the same rate, until you cancel</dd>
        <dt>Paid by</dt>
        <dd>Card, through Stripe</dd>
      </dl>
      {stripePublishableKey ? (
        <Link className="button button-primary" to={createSitePath}>
          List and feature your site
        </Link>
      ) : (
        <p className="notice">Featured listings are not open yet. You can list your site for free today.</p>
      )}
    </section>
  );
}
