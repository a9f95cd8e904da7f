import { Await, Link } from "react-router";
import type { SiteSubscription } from "#schema/payments.ts";
import { dashboardPath, sitePath } from "#schema/paths.ts";
import type { Page } from "#schema/sites.ts";
import type { LoaderData } from "../../screen-data.ts";
import { SubscriptionFacts } from "./subscription-facts.tsx";
import "./subscription-overview.css";

export const SubscriptionOverview = ({ subscriptions }: { subscriptions: LoaderData<Page<SiteSubscription>> }) => (
  <Await resolve={subscriptions.result}>
    {({ value }) => value && value.count > 0 && <List subscriptions={value.results} />}
  </Await>
);

function List({ subscriptions }: { subscriptions: SiteSubscription[] }) {
  return (
    <section className="own-subscriptions" aria-labelledby="own-subscriptions">
      <h2 id="own-subscriptions">Your featured listings</h2>
      <ul className="grid">
        {subscriptions.map((subscription) => (
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
          Manage subscriptions
        </Link>
      </p>
    </section>
  );
}
