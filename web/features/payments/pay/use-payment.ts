import type { SetupIntentResult, Stripe, StripeError } from "@stripe/stripe-js";
import { useRef, useState } from "react";
import { declineText } from "#schema/payments/declines.ts";
import {
  type CardResponse,
  type Money,
  PAYMENT_MESSAGES,
  type PaymentIntent,
  type SubscribeResponse,
} from "#schema/payments/payments.ts";
import { ApiError, send } from "../../../data/api.ts";

const NO_RESPONSE = "No response from payment server. Please check your internet connection and try again.";

const NOT_CHARGED = "You were not charged.";

/** Which part of the page pays. */
type Way = "card" | "express";

/** Saves a payment method at Stripe with the client secret of a SetupIntent. */
export type Save = (clientSecret: string) => Promise<SetupIntentResult>;

/** `charged` is what a new card has paid. */
export type Paid = { charged: Money | null };

type Options = {
  stripe: Stripe;
  siteId: number;
  call: "subscribe" | "card";
  /** Further fields of the call's body. */
  fields: object;
  intent: PaymentIntent;
  onDone: (paid: Paid) => void;
};

/** Saves a payment method and pays with it. After a failure `problem` has the message, and `pay` can run again. */
export function usePayment({ stripe, siteId, call, fields, intent, onDone }: Options) {
  const [running, setRunning] = useState<Way>();
  const [failure, setFailure] = useState<{ way: Way; text: string }>();
  const secret = useRef<string | undefined>(intent.clientSecret);
  /** A method that is saved but has not paid yet. After a lost connection the next attempt uses it again. */
  const saved = useRef<{ way: Way; id: string } | undefined>(undefined);

  async function pay(way: Way, save: Save): Promise<boolean> {
    if (running) return false;
    setRunning(way);
    setFailure(undefined);
    try {
      if (saved.current?.way !== way) saved.current = { way, id: await saveMethod(save) };
      const body = { payment_method_id: saved.current.id, site_id: siteId, ...fields };
      const answer = await send("POST", `payments/${call}/`, { body });
      onDone(await confirmPayment(stripe, siteId, answer));
      return true;
    } catch (error) {
      setFailure({ way, text: problemOf(error) });
      // After any other error the method may be the problem, so the next attempt saves one again.
      if (!(error instanceof ApiError && mayRetry(error))) saved.current = undefined;
      setRunning(undefined);
      return false;
    }
  }

  async function saveMethod(save: Save): Promise<string> {
    const clientSecret =
      secret.current ?? (await send("POST", "payments/intent/", { body: { site_id: siteId } })).clientSecret;
    secret.current = clientSecret;
    const { setupIntent, error } = await save(clientSecret);
    if (error) throw new Declined(error);
    secret.current = undefined;
    const method = setupIntent.payment_method;
    if (setupIntent.status !== "succeeded" || !method) throw new Declined(setupIntent.last_setup_error ?? undefined);
    return typeof method === "string" ? method : method.id;
  }

  return {
    running,
    failure,
    pay,
    /** Call it when the user edits what is typed. */
    forget: () => {
      saved.current = undefined;
    },
  };
}

export type PaymentState = ReturnType<typeof usePayment>;

/**
 * Lets the user confirm a payment to the bank if the bank asks for that, then checks the payment with our server.
 * @throws Declined, ApiError
 */
export async function confirmPayment(
  stripe: Stripe,
  siteId: number,
  answer: SubscribeResponse | CardResponse,
): Promise<Paid> {
  const charged = "charged" in answer ? answer.charged : null;
  if (answer.status !== "requires_action") return { charged };
  const { error } = await stripe.confirmCardPayment(answer.clientSecret);
  const now = await send("POST", "payments/confirm/", { body: { site_id: siteId } });
  if (now.status === "requires_action") throw new Declined(error);
  return { charged };
}

type Decline = Pick<StripeError, "code" | "decline_code" | "message">;

/** Stripe.js refused the payment method, or the payment was not confirmed. */
class Declined extends Error {
  constructor(cause: Decline | undefined) {
    super(cause ? declineText({ code: cause.code, declineCode: cause.decline_code, message: cause.message }) : "");
  }
}

/** What to tell the person after `pay` or `confirmPayment` has failed. */
export function problemOf(error: unknown): string {
  if (error instanceof Declined)
    return `${error.message ? PAYMENT_MESSAGES.declined(error.message) : PAYMENT_MESSAGES.failed} ${NOT_CHARGED}`;
  if (error instanceof ApiError)
    return error.status === 0 ? NO_RESPONSE : error.message + (error.status === 402 ? ` ${NOT_CHARGED}` : "");
  return PAYMENT_MESSAGES.failed;
}

/** The payment may have been made, or the same method may work the next time. */
const mayRetry = ({ status }: ApiError) => status === 0 || status === 409 || status >= 500;
