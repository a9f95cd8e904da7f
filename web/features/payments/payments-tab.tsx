import type { LedgerEntry, SiteSubscription } from "#schema/payments/payments.ts";
import { sitePath } from "#schema/pages/paths.ts";
import type { Page } from "#schema/sites/sites.ts";
import { Loaded, Loading } from "../../layout/async-content.tsx";
import type { LoaderData } from "../../data/screen-data.ts";
import { Logo } from "../sites/logo/logo.tsx";
import { Ledger } from "./ledger.tsx";
import { PortalButton } from "./portal-button.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { SubscriptionFacts } from "./subscription-facts.tsx";
import "../owner/owner.css";
import "./payments-tab.css";

type Props = { subscriptions: LoaderData<Page<SiteSubscription>>; ledger: LoaderData<Page<LedgerEntry>> };

export function PaymentsTab({ subscriptions, ledger }: Props) {
  return (
    <Loading>
      <Loaded data={subscriptions} failure="Failed to load your subscriptions.">
        {({ results }) => results.length > 0 && <Running subscriptions={results} />}
      </Loaded>
      <section aria-labelledby="ledger">
        <header className="list-head">
          <h2 id="ledger">Payments</h2>
        </header>
        <Loaded data={ledger} failure="Failed to load your payments.">
          {(page) => (page.count === 0 ? <p className="empty">You have no payments yet.</p> : <Ledger {...page} />)}
        </Loaded>
      </section>
    </Loading>
  );
}

function Running({ subscriptions }: { subscriptions: SiteSubscription[] }) {
  return (
    <section className="subscriptions" aria-labelledby="running-subscriptions">
      <header className="list-head">
        <h2 id="running-subscriptions">Subscriptions</h2>
      </header>
      <ul className="rows">
        {subscriptions.map((subscription) => (
          <li key={subscription.site_id}>
            <Logo name={subscription.site_name} size={40} />
            <div>
              <h3>
                <a className="touch-link" href={sitePath(subscription.site_slug)}>
                  <bdi>{subscription.site_name}</bdi>
                </a>
              </h3>
              <SubscriptionFacts subscription={subscription} />
            </div>
            <p className="row-actions">
              <SubscriptionActions subscription={subscription} />
              {subscription.state !== "unconfirmed" && <PortalButton siteId={subscription.site_id} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
