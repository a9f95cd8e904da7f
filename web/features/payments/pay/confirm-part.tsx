import type { Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import { Link } from "react-router";
import { type SiteSubscription, type SubscribeResponse } from "#schema/payments.ts";
import { dashboardPath, payPath, withQuery } from "#schema/paths.ts";
import { formatMoney, PLANS } from "#schema/pricing.ts";
import { send } from "../../../api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { cardText } from "../card-brand.ts";
import type { PartProps } from "./pay-data.ts";
import { ProcessingNotice } from "./processing-notice.tsx";
import { confirmPayment, type Paid, problemOf } from "./use-payment.ts";

const LEAVE_MS = 3000;

/** A payment that waits for the bank's confirmation. The mail about it leads here. */
export function ConfirmPart({ siteId, site, subscription, form }: PartProps) {
  const [paid, setPaid] = useState<Paid>();
  const days = PLANS[subscription?.plan ?? "month"].days;
  if (paid?.isProcessing) return <ProcessingNotice days={days} />;
  if (paid) {
    return (
      <RedirectNotice to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
        Your payment is confirmed, and your listing is featured. Redirecting...
      </RedirectNotice>
    );
  }
  if (!subscription || !waits(subscription)) return <NothingToConfirm siteId={siteId} subscription={subscription} />;
  const owed = subscription.unpaid;
  return (
    <section className="card form confirm-payment" aria-label="Your payment">
      <h2>
        <bdi>{site?.name ?? subscription.site_name}</bdi>
      </h2>
      {owed && (
        <p className="pay-total">
          <strong>{formatMoney(owed.amount_cents, owed.currency)}</strong> <span>for {days} days</span>
        </p>
      )}
      <p>
        Your bank wants you to confirm this payment
        {subscription.card ? ` with ${cardText(subscription.card)}` : ""}. Press the button, and your bank will ask you.
      </p>
      <AsyncContent data={form} loading="Loading…" skeleton="line">
        {({ stripe }) => <ConfirmButton stripe={stripe} siteId={siteId} onDone={setPaid} />}
      </AsyncContent>
    </section>
  );
}

const waits = ({ trouble, state }: SiteSubscription) => trouble === "confirm" || state === "unconfirmed";

type ButtonProps = { stripe: Stripe; siteId: number; onDone: (paid: Paid) => void };

function ConfirmButton({ stripe, siteId, onDone }: ButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  async function confirm() {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      const body = { site_id: siteId };
      const answer = await send<SubscribeResponse>("POST", "payments/confirm/", { body });
      onDone(await confirmPayment(stripe, siteId, answer));
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  }

  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <FormMessage text={problem} />
      <div className="form-actions">
        <SubmitButton busy={isBusy} busyText="Waiting for your bank…">
          Confirm payment
        </SubmitButton>
        <UpdateCard siteId={siteId} text="Use another card" />
      </div>
      <output className="field-hint">{isBusy && "Please keep this page open. Your bank asks you to confirm."}</output>
    </form>
  );
}

const UpdateCard = ({ siteId, text }: { siteId: number; text: string }) => (
  <Link className="button" to={withQuery(payPath, { siteId, change: "card" })}>
    {text}
  </Link>
);

function NothingToConfirm({ siteId, subscription }: { siteId: number; subscription: SiteSubscription | undefined }) {
  const isUnpaid = subscription?.state === "failing";
  return (
    <div className="card form">
      <output>
        {isUnpaid
          ? "Your bank does not wait for a confirmation, but the payment failed. Please pay with another card."
          : "There is nothing to confirm. Your payments are in order."}
      </output>
      <p className="form-actions">
        {isUnpaid && <UpdateCard siteId={siteId} text="Update card" />}
        <Link className="button" to={dashboardPath}>
          Go to the dashboard
        </Link>
      </p>
    </div>
  );
}
