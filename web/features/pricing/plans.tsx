import { Link } from "react-router";
import { createSitePath } from "#schema/pages/paths.ts";
import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT, PLANS, YEAR_PRICE_TEXT } from "#schema/payments/pricing.ts";
import { useConfig } from "../../data/config.tsx";

export function Plans() {
  const { stripePublishableKey, hasTax } = useConfig();
  return (
    <div className="plans">
      <p>
        <strong>What payment changes:</strong> your site is also shown in places that are labelled as paid.{" "}
        <strong>What it does not change:</strong> the order of lists and searches, likes, and what others write.
      </p>
      <section className="plan" aria-labelledby="standard-title">
        <h2 id="standard-title">Standard Listing</h2>
        <p className="plan-price">
          Free <small>for as long as you like</small>
        </p>
        <Link className="button button-primary" to={createSitePath}>
          List a site
        </Link>
      </section>
      <section className="plan plan-featured" aria-labelledby="featured-title">
        <h2 id="featured-title">
          Featured Listing <span className="badge">FEATURED</span>
        </h2>
        <p className="plan-price">
          {LISTING_PRICE_TEXT} <small>per month ({LISTING_PERIOD_DAYS} days)</small>
        </p>
        <p>
          Or {YEAR_PRICE_TEXT} per year ({PLANS.year.days} days). {hasTax ? "Tax is included." : "No tax is added."}{" "}
          Sold to businesses.
        </p>
        {stripePublishableKey ? (
          <Link className="button" to={createSitePath}>
            List and feature a site
          </Link>
        ) : (
          <p className="notice">Featured listings are not available yet. You can list a site for free today.</p>
        )}
      </section>
    </div>
  );
}
