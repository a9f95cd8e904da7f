import { useElements, useStripe, CardNumberElement } from "@stripe/react-stripe-js";
import type { Stripe, StripeError } from "@stripe/stripe-js";
import { useRef, useState } from "react";
import { PAYMENT_MESSAGES, type PaymentIntent, type SubscribeResponse } from "#schema/payments.ts";
import { ApiError, send } from "../../api.ts";

export const NO_RESPONSE = "No response from payment server. Please check your internet connection and try again.";

type Options = {
  siteId: number;
  /** The call that uses the card. */
  call: "subscribe" | "card";
  /** The secret with which the page may save a card; used once. */
  intent: PaymentIntent;
  onDone: () => void;
};

/** From the card's fields to a payment. What is wrong stands in `problem`, and everything can be tried again. */
export function useCardPayment({ siteId, call, intent, onDone }: Options) {
  const stripe = useStripe();
  const elements = useElements();
  const [phase, setPhase] = useState<"ready" | "processing">("ready");
  const [problem, setProblem] = useState("");
  const secret = useRef<string | undefined>(intent.clientSecret);
  /** A card that Stripe has saved and nothing was paid with yet: a lost connection must not ask for it again. */
  const savedCard = useRef<string | undefined>(undefined);

  async function pay() {
    if (!stripe || !elements || phase !== "ready") return;
    setPhase("processing");
    setProblem("");
    try {
      savedCard.current ??= await saveCard(stripe);
      const body = { payment_method_id: savedCard.current, site_id: siteId };
      await confirmPayment(stripe, await send<SubscribeResponse>("POST", `payments/${call}/`, { body }));
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
      // Whether a card was declined or not known, the next try begins with a card.
      if (!(error instanceof ApiError && mayRetryWithCard(error))) savedCard.current = undefined;
      setPhase("ready");
    }
  }

  async function saveCard(open: Stripe): Promise<string> {
    const card = elements!.getElement(CardNumberElement)!;
    secret.current ??= (
      await send<PaymentIntent>("POST", "payments/intent/", { body: { site_id: siteId } })
    ).clientSecret;
    const { setupIntent, error } = await open.confirmCardSetup(secret.current, { payment_method: { card } });
    if (error) throw new Declined(error);
    secret.current = undefined;
    const { payment_method: saved } = setupIntent;
    return typeof saved === "string" ? saved : saved!.id;
  }

  /** Asks for the bank's confirmation where it wants one, and then asks our server how the payment stands. */
  async function confirmPayment(open: Stripe, answer: SubscribeResponse): Promise<void> {
    if (answer.status === "active") return;
    const { error } = await open.confirmCardPayment(answer.clientSecret);
    const now = await send<SubscribeResponse>("POST", "payments/confirm/", { body: { site_id: siteId } });
    if (now.status !== "active") throw new Declined(error);
  }

  return {
    phase,
    problem,
    pay,
    /** Other digits are another card. */
    forgetCard: () => {
      savedCard.current = undefined;
    },
  };
}

/** Stripe's script says that it was not done. */
class Declined extends Error {
  constructor(cause: StripeError | undefined) {
    super(cause?.message ?? "");
  }
}

function problemOf(error: unknown): string {
  if (error instanceof Declined)
    return error.message ? PAYMENT_MESSAGES.declined(error.message) : PAYMENT_MESSAGES.failed;
  if (error instanceof ApiError) return error.status === 0 ? NO_RESPONSE : error.message;
  return PAYMENT_MESSAGES.failed;
}

/** It may have been paid, or may be tried again with the same card. */
const mayRetryWithCard = ({ status }: ApiError) => status === 0 || status === 409 || status >= 500;
