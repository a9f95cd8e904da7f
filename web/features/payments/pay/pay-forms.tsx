import type { Stripe } from "@stripe/stripe-js";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { payPath, withQuery } from "#schema/paths.ts";
import type { PaymentIntent } from "#schema/payments.ts";
import { CardForm } from "./card-form.tsx";
import { ExpressButtons } from "./express-buttons.tsx";
import { OtherWays } from "./other-ways.tsx";
import { orderFields } from "./order.ts";
import type { OrderState } from "./use-order.ts";
import { type Paid, usePayment } from "./use-payment.ts";

type Props = {
  stripe: Stripe;
  intent: PaymentIntent;
  siteId: number;
  /** Undefined if the method is for later charges of a running subscription. */
  state?: OrderState;
  /** The text of the card's button, and of the button for the other ways. */
  actions: { card: string; other: string };
  /** Called before anything is saved. Returns false if something else must be typed first. */
  onPress?: () => boolean;
  onDone: (paid: Paid) => void;
};

const always = () => true;

/** The ways to pay: the express buttons, the card's form, and the other ways. */
export function PayForms({ stripe, intent, siteId, state, actions, onPress = always, onDone }: Props) {
  const fields = state ? orderFields(state.order) : {};
  const call = state ? "subscribe" : "card";
  const payment = usePayment({ stripe, siteId, call, fields, intent, onDone });
  const isReady = state?.isPriced ?? true;
  const query = { siteId, ...(state ? fields : { change: "card" }) };
  const returnUrl = location.origin + withQuery(payPath, query);

  const secret = useReturnedSecret();
  const pay = useRef(payment.pay);
  useEffect(() => {
    if (secret) void pay.current("returned", () => stripe.retrieveSetupIntent(secret));
  }, [secret, stripe]);

  const parts = { stripe, payment, isReady, onPress };
  return (
    <div className="form pay-forms">
      <ExpressButtons {...parts} state={state} returnUrl={returnUrl} />
      <CardForm {...parts} action={actions.card} />
      <OtherWays {...parts} action={actions.other} returnUrl={returnUrl} />
    </div>
  );
}

const RETURNED = ["setup_intent", "setup_intent_client_secret", "redirect_status"];

/**
 * A person who has confirmed a payment method on another site, such as PayPal's, comes back with these parameters:
 * https://docs.stripe.com/payments/save-and-reuse. They leave the address, so that a reload pays nothing again.
 */
function useReturnedSecret(): string | null {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [secret] = useState(search.get("setup_intent_client_secret"));
  const isReturned = search.has("setup_intent_client_secret");
  useEffect(() => {
    if (!isReturned) return;
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of RETURNED) next.delete(name);
        return next;
      },
      { replace: true, state, preventScrollReset: true },
    );
  }, [isReturned, setSearch, state]);
  return secret;
}
