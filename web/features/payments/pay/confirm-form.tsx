import type { Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { ApiError, send } from "../../../data/api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { cardText } from "../card-brand.ts";
import { confirmPayment, problemOf } from "./use-payment.ts";

type Props = { stripe: Stripe; subscription: SiteSubscription; onDone: () => void };

/** A renewal that waits for the bank's confirmation. If that fails, only another card can pay it. */
export function ConfirmForm({ stripe, subscription: { site_id: siteId, card }, onDone }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const [problem, setProblem] = useState("");

  async function confirm() {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      const body = { site_id: siteId };
      const answer = await send("POST", "payments/confirm/", { body });
      await confirmPayment(stripe, siteId, answer);
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
      setRefused(error instanceof ApiError && error.status === 402);
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
      {isRefused ? (
        // The button that had the focus is gone.
        <p tabIndex={-1} ref={(text) => text?.focus()}>
          Please use another card.
        </p>
      ) : (
        <>
          <p>Your bank wants you to confirm this payment{card && ` with ${cardText(card)}`}.</p>
          <div className="form-actions">
            <SubmitButton busy={isBusy} busyText="Waiting for your bank…">
              Confirm payment
            </SubmitButton>
          </div>
          <p className="or">
            <span>or use another card</span>
          </p>
        </>
      )}
    </form>
  );
}
