import { useState } from "react";
import type { LedgerEntry, SiteSubscription } from "#schema/payments.ts";
import { dashboardPath, sitePath, withQuery } from "#schema/paths.ts";
import { formatMoney } from "#schema/pricing.ts";
import type { Page } from "#schema/sites.ts";
import { ApiError, send } from "../../api.ts";
import { Loaded, Loading } from "../../layout/async-content.tsx";
import type { LoaderData } from "../../screen-data.ts";
import { DateText } from "../../ui/date.tsx";
import { showMessage } from "../../ui/message.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Table } from "../../ui/table.tsx";
import { Logo } from "../sites/card/logo.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { SubscriptionFacts } from "./subscription-facts.tsx";
import "../owner/owner.css";
import "./payments-tab.css";

const KINDS: Record<LedgerEntry["kind"], string> = {
  payment: "Payment",
  failure: "Declined",
  refund: "Refund",
  dispute: "Dispute",
  cancellation: "Subscription ended",
  grant: "Gift",
};

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
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ledger({ results, page, pages }: Page<LedgerEntry>) {
  return (
    <>
      <Table label="Payments" columns={["Date", "Type", "Site", "Amount", "Period", "Invoice"]} numbers={["Amount"]}>
        {results.map((entry) => (
          <LedgerRow key={entry.id} entry={entry} />
        ))}
      </Table>
      <Pager
        label="Pages of payments"
        page={page}
        pages={pages}
        hrefOf={(next) => withQuery(dashboardPath, { tab: "payments", payments: next === 1 ? null : next })}
      />
      <PortalButton />
    </>
  );
}

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const { kind, amount_cents, currency, period_start, period_end, invoice_url, detail, site_name } = entry;
  const isBack = kind === "refund" || kind === "dispute";
  const amount = formatMoney(isBack ? -amount_cents : amount_cents, currency);
  // An amount in brackets has not moved, or not yet.
  const isTaken = kind === "dispute" && /^(lost|prevented|appeal_)/.test(detail);
  const hasMoved = kind === "payment" || (kind === "refund" && detail === "") || isTaken;
  return (
    <tr className="ledger-row">
      <th scope="row">
        <DateText iso={entry.happened_at} />
      </th>
      <td className="ledger-kind">
        {KINDS[kind]}
        {detail && <small className="ledger-detail">{isBack ? detail.replaceAll("_", " ") : detail}</small>}
      </td>
      <td data-label="Site">{site_name}</td>
      <td className="number">{kind === "cancellation" || kind === "grant" ? "" : hasMoved ? amount : `(${amount})`}</td>
      <td {...(period_start && { "data-label": "Period" })}>
        {period_start && period_end && (
          <>
            <DateText iso={period_start} /> to <DateText iso={period_end} />
          </>
        )}
      </td>
      <td>
        {invoice_url && (
          <a href={invoice_url} rel="noopener noreferrer" target="_blank">
            Invoice<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        )}
      </td>
    </tr>
  );
}

function PortalButton() {
  const [isBusy, setBusy] = useState(false);
  async function open() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { url } = await send<{ url: string }>("POST", "payments/portal/");
      window.location.assign(url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
      setBusy(false);
    }
  }
  return (
    <p className="actions">
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void open()}>
        {isBusy ? "Opening…" : "Invoices and cards at Stripe"}
      </button>
    </p>
  );
}
