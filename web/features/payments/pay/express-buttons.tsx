import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElementsOptionsMode, StripeExpressCheckoutElementConfirmEvent } from "@stripe/stripe-js";
import { useMemo, useState } from "react";
import { dashboardPath, withQuery } from "#schema/pages/paths.ts";
import { PAYMENT_METHODS } from "#schema/payments/payments.ts";
import { LISTING_CURRENCY, PLANS } from "#schema/payments/pricing.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { appearance } from "./appearance.ts";
import type { OrderState } from "./use-order.ts";
import type { PaymentState } from "./use-payment.ts";

type Props = {
  payment: PaymentState;
  /** Undefined if a method is saved for later charges alone. */
  state: OrderState | undefined;
  /** False if something must be typed before. It then says so itself. */
  onPress: () => boolean;
};

/** Apple Pay, Google Pay and Link, as far as the operator's account and this device have them. */
export function ExpressButtons({ stripe, ...props }: Props & { stripe: Stripe }) {
  const options = useMemo(
    () =>
      ({
        mode: "setup",
        currency: LISTING_CURRENCY,
        appearance: appearance(),
        allowedPaymentMethodTypes: [...PAYMENT_METHODS],
      }) satisfies StripeElementsOptionsMode,
    [],
  );
  return (
    <Elements stripe={stripe} options={options}>
      <Buttons {...props} />
    </Elements>
  );
}

function Buttons({ payment, state, onPress }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  /** Undefined until Stripe has looked at the account and the device. The forms stay invisible until then (pay-page.css). */
  const [isOffered, setOffered] = useState<boolean>();

  async function confirm({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return;
    const { error } = await elements.submit();
    // None of them leaves the page.
    const confirmParams = { return_url: location.href };
    const isPaid = await payment.pay("express", async (clientSecret) =>
      error ? { error } : stripe.confirmSetup({ elements, clientSecret, confirmParams, redirect: "if_required" }),
    );
    if (!isPaid) paymentFailed({ reason: "fail" });
  }

  return (
    <section
      className={isOffered ? "express" : `express express-${isOffered === undefined ? "unknown" : "empty"}`}
      aria-label="Express payment"
    >
      {isOffered === undefined && <Skeleton kind="form" />}
      <ExpressCheckoutElement
        options={{ buttonHeight: 48 }}
        onReady={({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined)}
        onLoadError={() => setOffered(false)}
        onClick={({ resolve, reject }) => {
          if (payment.running || !onPress()) reject();
          else resolve(state ? applePayOf(state) : {});
        }}
        onConfirm={(event) => void confirm(event)}
      />
      <FormMessage text={payment.failure?.way === "express" ? payment.failure.text : ""} />
      {isOffered && (
        <p className="or">
          <span>or by card</span>
        </p>
      )}
    </section>
  );
}

/** Apple's sheet shows what is paid and how often: https://docs.stripe.com/apple-pay/apple-pay-recurring */
const applePayOf = ({ order, price }: OrderState) => ({
  applePay: {
    recurringPaymentRequest: {
      paymentDescription: "Featured listing",
      managementURL: location.origin + withQuery(dashboardPath, { tab: "payments" }),
      regularBilling: {
        label: `Every ${PLANS[order.plan].days} days`,
        amount: price.later,
        recurringPaymentIntervalUnit: "day" as const,
        recurringPaymentIntervalCount: PLANS[order.plan].days,
      },
    },
  },
});
