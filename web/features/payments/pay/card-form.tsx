import { CardCvcElement, CardExpiryElement, CardNumberElement, Elements, useElements } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { type ReactNode, useMemo, useState } from "react";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { textStyle } from "./appearance.ts";
import type { PaymentState } from "./use-payment.ts";

const FIELDS = ["cardNumber", "cardExpiry", "cardCvc"] as const;

type Change = { elementType: string; complete: boolean; error: { message: string } | undefined };

type Props = {
  stripe: Stripe;
  payment: PaymentState;
  action: string;
  /** False while the amount is not known. */
  isReady: boolean;
  /** Called before the card is saved. Returns false if something else must be typed first. */
  onPress: () => boolean;
};

/** The form for a card. Its three fields are Stripe's frames, so card data reaches neither this page nor our server. */
export const CardForm = (props: Props) => (
  <Elements stripe={props.stripe}>
    <Fields {...props} />
  </Elements>
);

function Fields({ stripe, payment, action, isReady, onPress }: Props) {
  const elements = useElements();
  const [changes, setChanges] = useState<Partial<Record<string, Change>>>({});
  const [isTooEarly, setTooEarly] = useState(false);
  const options = useMemo(() => ({ style: { base: textStyle() } }), []);
  const isComplete = FIELDS.every((name) => changes[name]?.complete);
  const isBusy = payment.running === "card";

  function onChange({ elementType, complete, error }: Change) {
    setChanges((before) => ({ ...before, [elementType]: { elementType, complete, error } }));
    setTooEarly(false);
    payment.forget();
  }

  function submit() {
    if (!isComplete) return setTooEarly(true);
    if (!elements || payment.running || !isReady || !onPress()) return;
    void payment.pay("card", (clientSecret) =>
      stripe.confirmCardSetup(clientSecret, { payment_method: { card: elements.getElement(CardNumberElement)! } }),
    );
  }

  const { failure } = payment;
  const problem = failure?.way === "card" ? failure.text : "";
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormMessage text={isTooEarly ? PAYMENT_MESSAGES.cardIncomplete : problem} />
      <CardField label="Card number" error={changes["cardNumber"]?.error}>
        {(onReady) => <CardNumberElement options={options} onChange={onChange} onReady={onReady} />}
      </CardField>
      <div className="form-row">
        <CardField label="Expiry date" error={changes["cardExpiry"]?.error}>
          {(onReady) => <CardExpiryElement options={options} onChange={onChange} onReady={onReady} />}
        </CardField>
        <CardField label="Security code (CVC)" error={changes["cardCvc"]?.error}>
          {(onReady) => <CardCvcElement options={options} onChange={onChange} onReady={onReady} />}
        </CardField>
      </div>
      <div className="form-actions">
        <SubmitButton
          busy={isBusy}
          busyText="Processing…"
          aria-disabled={!isComplete || !isReady || payment.running !== undefined}
        >
          {action}
        </SubmitButton>
      </div>
      <output className="field-hint">
        {isBusy && "Please wait and keep this page open. Your bank may ask you to confirm."}
      </output>
    </form>
  );
}

type Focusable = { focus: () => void };

type CardFieldProps = {
  label: string;
  error: { message: string } | undefined;
  children: (onReady: (element: Focusable) => void) => ReactNode;
};

/**
 * A card field with its label and error. The label is hidden from screen readers, because Stripe's frame has its own. A
 * click beside the frame focuses it, because the frame does not fill its box.
 */
function CardField({ label, error, children }: CardFieldProps) {
  const [element, setElement] = useState<Focusable>();
  return (
    <div className="field card-field">
      <span aria-hidden="true">{label}</span>
      <div role="presentation" className="card-element" onClick={() => element?.focus()}>
        {children(setElement)}
      </div>
      <p className="field-error" role="alert">
        {error?.message}
      </p>
    </div>
  );
}
