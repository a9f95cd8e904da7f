import type { Stripe } from "@stripe/stripe-js";
import type { PaymentIntent } from "#schema/payments/payments.ts";
import { CardForm } from "./card-form.tsx";
import { ExpressButtons } from "./express-buttons.tsx";
import type { OrderState } from "./use-order.ts";
import { type Paid, usePayment } from "./use-payment.ts";

type Props = {
  stripe: Stripe;
  intent: PaymentIntent;
  siteId: number;
  call: "subscribe" | "card";
  /** Further fields of the call's body. */
  fields?: object;
  /** Undefined if the card is for later charges of a running subscription. */
  state?: OrderState;
  /** The text of the card's button. */
  action: string;
  /** Called before anything is saved. Returns false if something else must be typed first. */
  onPress?: () => boolean;
  onDone: (paid: Paid) => void;
};

const always = () => true;
const NO_FIELDS = {};

/** The ways to pay: the express buttons and the card's form. */
export function PayForms({ action, state, onPress = always, fields = NO_FIELDS, ...given }: Props) {
  const payment = usePayment({ ...given, fields });
  const parts = { stripe: given.stripe, payment, onPress };
  return (
    <div className="form pay-forms">
      <ExpressButtons {...parts} state={state} />
      <CardForm {...parts} isReady={!state?.isChecking} action={action} />
    </div>
  );
}
