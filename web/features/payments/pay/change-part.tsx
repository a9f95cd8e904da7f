import { useState } from "react";
import { PAYMENT_MESSAGES, type SiteSubscription } from "#schema/payments/payments.ts";
import { dashboardPath } from "#schema/pages/paths.ts";
import { formatMoney } from "#schema/payments/pricing.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { DateText } from "../../../ui/date.tsx";
import { cardText } from "../card-brand.ts";
import type { PartProps } from "./pay-data.ts";
import { ConfirmForm } from "./confirm-form.tsx";
import { PayForms } from "./pay-forms.tsx";
import type { Paid } from "./use-payment.ts";

const LEAVE_MS = 3000;

/** Another payment method for a running subscription. An unpaid invoice is charged at once. */
export function ChangePart({ siteId, site, subscription, form }: PartProps) {
  const [paid, setPaid] = useState<Paid & { isConfirmed?: true }>();
  const owed = subscription?.unpaid;
  const owedText = owed && formatMoney(owed.amount_cents, owed.currency);
  if (paid)
    return (
      <div className="card form">
        <RedirectNotice to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
          {paid.charged && `${formatMoney(paid.charged.amount_cents, paid.charged.currency)} was charged. `}
          {paid.isConfirmed ? PAYMENT_MESSAGES.confirmed : PAYMENT_MESSAGES.cardChanged} Redirecting...
        </RedirectNotice>
      </div>
    );
  return (
    <div className="pay">
      <aside className="card pay-summary" aria-label="Summary">
        <h2>{site?.name ?? "Your listing"}</h2>
        {owedText ? (
          <>
            <p className="pay-total">
              <strong>{owedText}</strong> <span>charged now</span>
            </p>
            <p>
              {owedText} is unpaid. We charge it now. Your listing goes on to be featured, and the next charge is on its
              usual day.
            </p>
          </>
        ) : (
          <>
            <p className="pay-total">
              <strong>Nothing</strong> <span>is charged now</span>
            </p>
            <NextCharge subscription={subscription} />
          </>
        )}
        {subscription?.card && <p>Until now: {cardText(subscription.card)}.</p>}
        <p>Stripe handles the payment. We never see your card number.</p>
      </aside>
      <div className="card form">
        <AsyncContent data={form} loading="Loading payment form…" skeleton="form">
          {({ stripe, intent }) => (
            <>
              {subscription?.trouble === "confirm" && (
                <ConfirmForm
                  stripe={stripe}
                  subscription={subscription}
                  onDone={() => setPaid({ charged: null, isConfirmed: true })}
                />
              )}
              <PayForms
                stripe={stripe}
                intent={intent}
                siteId={siteId}
                call="card"
                action={owedText ? `Use this card and pay ${owedText}` : "Use this card"}
                onDone={setPaid}
              />
            </>
          )}
        </AsyncContent>
      </div>
    </div>
  );
}

function NextCharge({ subscription }: { subscription: SiteSubscription | undefined }) {
  const next = subscription?.next_charge;
  if (!next) return <p>Your later payments use the new card.</p>;
  return (
    <p>
      Your next payment uses the new card: {formatMoney(next.amount_cents, next.currency)} on <DateText iso={next.at} />
      .
    </p>
  );
}
