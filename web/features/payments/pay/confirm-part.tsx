import type { Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import { Link } from "react-router";
import { type SiteSubscription, type SubscribeResponse } from "#schema/payments.ts";
import { dashboardPath, payPath, withQuery } from "#schema/paths.ts";
import { formatMoney, PLANS } from "#schema/pricing.ts";
import { ApiError, send } from "../../../api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { cardText } from "../card-brand.ts";
import type { PartProps } from "./pay-data.ts";
import { confirmPayment, type Paid, problemOf } from "./use-payment.ts";

const LEAVE_MS = 3000;

/** A payment that waits for the bank's confirmation. The mail about it leads here. */
export function ConfirmPart({ site, subscription, form }: PartProps) {
  const [paid, setPaid] = useState<Paid>();
  /** The payment waits for another card: https://docs.stripe.com/payments/paymentintents/lifecycle */
  const [isRefused, setRefused] = useState(false);
  const days = PLANS[subscription?.plan ?? "month"].days;
  if (paid) {
    return (
      <RedirectNotice to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
        Your payment is confirmed, and your listing is featured. Redirecting...
      </RedirectNotice>
    );
  }
  if (!subscription || !waits(subscription)) return <NothingToConfirm subscription={subscription} />;
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
      {!isRefused && (
        <p>
          Your bank wants you to confirm this payment
          {subscription.card ? ` with ${cardText(subscription.card)}` : ""}. Press the button, and your bank will ask
          you.
        </p>
      )}
      <AsyncContent data={form} loading="Loading…" skeleton="line">
        {({ stripe }) => (
          <ConfirmButton
            stripe={stripe}
            subscription={subscription}
            isRefused={isRefused}
            onRefuse={() => setRefused(true)}
            onDone={setPaid}
          />
        )}
      </AsyncContent>
    </section>
  );
}

const waits = ({ trouble, state }: SiteSubscription) => trouble === "confirm" || state === "unconfirmed";

type ButtonProps = {
  stripe: Stripe;
  subscription: SiteSubscription;
  isRefused: boolean;
  onRefuse: () => void;
  onDone: (paid: Paid) => void;
};

function ConfirmButton({ stripe, subscription, isRefused, onRefuse, onDone }: ButtonProps) {
  const siteId = subscription.site_id;
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
      if (error instanceof ApiError && error.status === 402) onRefuse();
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
        {isRefused ? (
          <UpdateCard subscription={subscription} text="Use another card" isOnlyWay />
        ) : (
          <>
            <SubmitButton busy={isBusy} busyText="Waiting for your bank…">
              Confirm payment
            </SubmitButton>
            <UpdateCard subscription={subscription} text="Use another card" />
          </>
        )}
      </div>
      <output className="field-hint">{isBusy && "Please keep this page open. Your bank asks you to confirm."}</output>
    </form>
  );
}

type UpdateProps = {
  subscription: SiteSubscription;
  text: string;
  /** The button next to it is gone, so the link gets the focus. */
  isOnlyWay?: boolean;
};

/** A first payment that is not confirmed has no card to change: the owner pays for the listing again. */
const UpdateCard = ({ subscription: { site_id, state }, text, isOnlyWay = false }: UpdateProps) => (
  <Link
    ref={isOnlyWay ? focusOn : null}
    className={isOnlyWay ? "button button-primary" : "button"}
    to={withQuery(payPath, { siteId: site_id, ...(state !== "unconfirmed" && { change: "card" }) })}
  >
    {text}
  </Link>
);

const focusOn = (link: HTMLAnchorElement | null) => link?.focus();

function NothingToConfirm({ subscription }: { subscription: SiteSubscription | undefined }) {
  const unpaid = subscription?.state === "failing" ? subscription : undefined;
  return (
    <div className="card form">
      <output>
        {unpaid
          ? "Your bank does not wait for a confirmation, but the payment failed. Please pay with another card."
          : "There is nothing to confirm. Your payments are in order."}
      </output>
      <p className="form-actions">
        {unpaid && <UpdateCard subscription={unpaid} text="Update card" />}
        <Link className="button" to={dashboardPath}>
          Go to the dashboard
        </Link>
      </p>
    </div>
  );
}
