import { Link } from "react-router";
import { dashboardPath, sitePath } from "#schema/paths.ts";
import { SubscriptionFacts } from "./subscription-facts.tsx";
import { useSubscriptions } from "./use-subscriptions.ts";
import "./own-subscriptions.css";

/** On the page of prices: what whoever is signed in pays for already. Nothing for others. */
export function OwnSubscriptions() {
  const { list } = useSubscriptions();
  if (!list || list.length === 0) return null;
  return (
    <section className="own-subscriptions" aria-labelledby="own-subscriptions">
      <h2 id="own-subscriptions">Your featured listings</h2>
      <ul className="grid">
        {list.map((subscription) => (
          <li key={subscription.site_id} className="card form">
            <h3>
              <Link to={sitePath(subscription.site_slug)}>{subscription.site_name}</Link>
            </h3>
            <SubscriptionFacts subscription={subscription} />
          </li>
        ))}
      </ul>
      <p>
        <Link className="button" to={`${dashboardPath}?tab=payments`}>
          Cards, invoices and cancelling
        </Link>
      </p>
    </section>
  );
}
