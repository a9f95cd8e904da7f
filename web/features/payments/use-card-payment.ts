import { useElements, useStripe, CardNumberElement } from "@stripe/react-stripe-js";
import type { Stripe, StripeError } from "@stripe/stripe-js";
import { useRef, useState } from "react";
import { declineText } from "#schema/declines.ts";
import { PAYMENT_MESSAGES, type PaymentIntent, type SubscribeResponse } from "#schema/payments.ts";
import { ApiError, send } from "../../api.ts";

export const NO_RESPONSE = "No response from payment server. Please check your internet connection and try again.";

type Options = {
  siteId: number;
  call: "subscribe" | "card";
  intent: PaymentIntent;
  onDone: () => void;
};

/** Saves the card of the form and pays with it. After a failure `problem` has the message, and `pay` can run again. */
export function useCardPayment({ siteId, call, intent, onDone }: Options) {
  const stripe = useStripe();
  const elements = useElements();
  const [phase, setPhase] = useState<"ready" | "processing">("ready");
  const [problem, setProblem] = useState("");
  const secret = useRef<string | undefined>(intent.clientSecret);
  /** A card that is saved but has not paid yet. After a lost connection the next attempt uses it again. */
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
      // After any other error the card may be the problem, so the next attempt saves a card again.
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

  /** Lets the user confirm the payment to the bank if it asks for that, then checks the payment with our server. */
  async function confirmPayment(open: Stripe, answer: SubscribeResponse): Promise<void> {
    if (answer.status !== "requires_action") return;
    const { error } = await open.confirmCardPayment(answer.clientSecret);
    const now = await send<SubscribeResponse>("POST", "payments/confirm/", { body: { site_id: siteId } });
    if (now.status !== "active") throw new Declined(error);
  }

  return {
    phase,
    problem,
    pay,
    /** Call it when the user edits the card's fields. */
    forgetCard: () => {
      savedCard.current = undefined;
    },
  };
}

/** Stripe.js refused the card, or the payment was not confirmed. */
class Declined extends Error {
  constructor(cause: StripeError | undefined) {
    super(cause ? declineText({ code: cause.code, declineCode: cause.decline_code, message: cause.message }) : "");
  }
}

function problemOf(error: unknown): string {
  if (error instanceof Declined)
    return error.message ? PAYMENT_MESSAGES.declined(error.message) : PAYMENT_MESSAGES.failed;
  if (error instanceof ApiError) return error.status === 0 ? NO_RESPONSE : error.message;
  return PAYMENT_MESSAGES.failed;
}

/** The payment may have been made, or the same card may work the next time. */
const mayRetryWithCard = ({ status }: ApiError) => status === 0 || status === 409 || status >= 500;
