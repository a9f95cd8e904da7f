import { useState } from "react";
import { useSearchParams } from "react-router";
import type { LedgerEntry } from "#schema/payments.ts";
import { parsePage } from "#schema/pages.ts";
import { dashboardPath, sitePath, withQuery } from "#schema/paths.ts";
import { moneyText } from "#schema/pricing.ts";
import type { Page } from "#schema/sites.ts";
import { ApiError, send } from "../../api.ts";
import { DateText } from "../../ui/date.tsx";
import { showMessage } from "../../ui/message.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useAnswer } from "../../use-answer.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { SubscriptionActions } from "./subscription-actions.tsx";
import { SubscriptionFacts } from "./subscription-facts.tsx";
import type { Subscriptions } from "./use-subscriptions.ts";
import "../../ui/table.css";
import "./payments-tab.css";

const KINDS: Record<LedgerEntry["kind"], string> = {
  payment: "Payment",
  failure: "Declined",
  refund: "Refund",
  dispute: "Dispute",
  cancellation: "Subscription ended",
};

/** Everything about money that an owner can see and do. */
export function PaymentsTab({ subscriptions }: { subscriptions: Subscriptions }) {
  const { list, hasFailed, reload } = subscriptions;
  return (
    <div className="payments-tab">
      {hasFailed && <LoadFailure text="Failed to load your subscriptions." onRetry={reload} />}
      {list && list.length > 0 && (
        <section aria-labelledby="running-subscriptions">
          <h2 id="running-subscriptions">Subscriptions</h2>
          <ul className="grid">
            {list.map((subscription) => (
              <li key={subscription.site_id} className="card form">
                <h3>
                  <a className="touch-link" href={sitePath(subscription.site_slug)}>
                    {subscription.site_name}
                  </a>
                </h3>
                <SubscriptionFacts subscription={subscription} />
                <p className="own-site-actions">
                  <SubscriptionActions subscription={subscription} onChanged={reload} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Ledger />
    </div>
  );
}

function Ledger() {
  const [search] = useSearchParams();
  const page = parsePage(search.get("payments")) ?? 1;
  const { answer, error, isLoading, reload } = useAnswer<Page<LedgerEntry>>(withQuery("payments/ledger/", { page }));
  return (
    <section aria-labelledby="ledger" aria-busy={isLoading}>
      <h2 id="ledger">Payments</h2>
      {error && <LoadFailure text="Failed to load your payments." onRetry={reload} />}
      {!answer && !error && <output>Loading…</output>}
      {answer?.count === 0 && <p>You have not paid for anything.</p>}
      {answer && answer.count > 0 && (
        <>
          <table className="table" aria-label="Payments">
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">What</th>
                <th scope="col">Site</th>
                <th scope="col">Amount</th>
                <th scope="col">Period</th>
                <th scope="col">Invoice</th>
              </tr>
            </thead>
            <tbody>
              {answer.results.map((entry) => (
                <LedgerRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
          <Pager
            label="Pages of payments"
            page={answer.page}
            pages={answer.pages}
            hrefOf={(next) => withQuery(dashboardPath, { tab: "payments", payments: next === 1 ? null : next })}
          />
          <PortalButton />
        </>
      )}
    </section>
  );
}

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const { kind, amount_cents, currency, period_start, period_end, invoice_url, detail, site_name } = entry;
  const isBack = kind === "refund" || kind === "dispute";
  const amount = moneyText(isBack ? -amount_cents : amount_cents, currency);
  // In brackets: no money has moved, or not yet.
  const isTaken = kind === "dispute" && /^(lost|prevented|appeal_)/.test(detail);
  const hasMoved = kind === "payment" || (kind === "refund" && detail === "") || isTaken;
  return (
    <tr>
      <th scope="row">
        <DateText iso={entry.happened_at} />
      </th>
      <td className="ledger-kind">
        {KINDS[kind]}
        {detail && <small className="ledger-detail">{isBack ? detail.replaceAll("_", " ") : detail}</small>}
      </td>
      <td data-label="Site">{site_name}</td>
      <td className="ledger-amount">{kind === "cancellation" ? "" : hasMoved ? amount : `(${amount})`}</td>
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

/** Stripe's own page of invoices and cards. */
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
    <p>
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void open()}>
        {isBusy ? "Opening…" : "Invoices and cards at Stripe"}
      </button>
    </p>
  );
}
