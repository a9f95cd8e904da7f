import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { useMemo, useState } from "react";
import { LISTING_CURRENCY } from "#schema/pricing.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { appearance } from "./appearance.ts";
import type { PaymentState } from "./use-payment.ts";

type Props = { payment: PaymentState; action: string; isReady: boolean; returnUrl: string; onPress: () => boolean };

/** Direct debit, PayPal and what else the operator's account has. Stripe's form loads when the part is opened. */
export function OtherWays({ stripe, ...props }: Props & { stripe: Stripe }) {
  const [hasOpened, setOpened] = useState(false);
  const options = useMemo(() => ({ mode: "setup", currency: LISTING_CURRENCY, appearance: appearance() }) as const, []);
  return (
    <div className="disclosures">
      <details onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
        <summary>
          <h3>Other ways to pay</h3>
        </summary>
        <div>
          {hasOpened && (
            <Elements stripe={stripe} options={options}>
              <MethodForm {...props} />
            </Elements>
          )}
        </div>
      </details>
    </div>
  );
}

const OPTIONS: StripePaymentElementOptions = {
  layout: { type: "accordion", radios: "always" },
  // The card's own form is above it, and so are the buttons of the wallets.
  paymentMethodOrder: ["sepa_debit", "paypal", "link", "card"],
  wallets: { applePay: "never", googlePay: "never" },
};

function MethodForm({ payment, action, isReady, returnUrl, onPress }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const [hasLoaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState("");
  const isBusy = payment.running === "other";

  async function submit() {
    if (!stripe || !elements || payment.running || !isReady || !onPress()) return;
    const { error } = await elements.submit();
    setProblem(error?.message ?? "");
    if (error) return;
    const confirmParams = { return_url: returnUrl };
    await payment.pay("other", (clientSecret) =>
      stripe.confirmSetup({ elements, clientSecret, confirmParams, redirect: "if_required" }),
    );
  }

  return (
    <form
      className="form"
      noValidate
      aria-busy={!hasLoaded}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormMessage text={payment.failure?.way === "other" ? payment.failure.text : problem} />
      <output>{!hasLoaded && "Loading the other ways to pay…"}</output>
      <PaymentElement
        options={OPTIONS}
        onReady={() => setLoaded(true)}
        onLoadError={() => {
          setLoaded(true);
          setProblem("Failed to load payment system.");
        }}
        onChange={() => payment.forget()}
      />
      {hasLoaded && (
        <div className="form-actions">
          <SubmitButton
            className="button"
            busy={isBusy}
            busyText="Processing…"
            aria-disabled={payment.running !== undefined || !isReady}
          >
            {action}
          </SubmitButton>
        </div>
      )}
      <output className="field-hint">{isBusy && "Please wait and keep this page open."}</output>
    </form>
  );
}
