/** Stripe's dashboard: https://docs.stripe.com/reports and https://docs.stripe.com/billing/subscriptions/coupons */
const LINKS = {
  "Balance and payouts": "https://dashboard.stripe.com/reports/balance",
  Reports: "https://dashboard.stripe.com/reports/hub",
  "Promotion codes": "https://dashboard.stripe.com/coupons",
};

/** Stripe's reports are right, so there are no others. */
export const StripeLinks = () => (
  <section className="admin-app" aria-labelledby="stripe-links">
    <h2 id="stripe-links">Books at Stripe</h2>
    <ul>
      {Object.entries(LINKS).map(([text, href]) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  </section>
);
