import { useEffect, useRef, useState } from "react";
import type { BillingDetails } from "#schema/payments.ts";
import { showMessage } from "../../../ui/message.tsx";
import { BillingForm } from "./billing-form.tsx";
import { countryName } from "#schema/countries.ts";
import "./billing.css";

type Props = {
  details: BillingDetails;
  /** Stores the details. May throw an ApiError. */
  onSave: (details: BillingDetails) => Promise<unknown>;
  /** The form is open while this is true. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Why the details must be added first, or "". */
  problem?: string;
};

/** What invoices say about the buyer, with a form to change it. */
export function BillingSection({ details, onSave, isOpen, onOpen, problem = "" }: Props) {
  const [saved, setSaved] = useState<BillingDetails>();
  const opener = useRef<HTMLButtonElement>(null);
  const shown = saved ?? details;
  const isKnown = shown.country !== "";

  const wasOpen = useRef(isOpen);
  const close = () => onOpen(false);

  // The button that opened the form is back on the page, and gets the focus back.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current!.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <section className="billing" aria-labelledby="billing">
      <h3 id="billing">Billing details</h3>
      <p role="alert" className="form-message">
        {problem}
      </p>
      {isOpen ? (
        <BillingForm
          details={shown}
          onCancel={close}
          onSave={async (next) => {
            await onSave(next);
            setSaved(next);
            showMessage("Your billing details are saved.");
            close();
          }}
        />
      ) : (
        <>
          {isKnown ? <Address details={shown} /> : <p>Your invoices name only you and your email address.</p>}
          <p>
            <button ref={opener} type="button" className="button" onClick={() => onOpen(true)}>
              {isKnown ? "Change" : "Add"}
              <span className="visually-hidden"> billing details</span>
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function Address({
  details: { name, line1, line2, postal_code, city, state, country, tax_id },
}: {
  details: BillingDetails;
}) {
  const lines = [name, line1, line2, `${postal_code} ${city}`.trim(), state, countryName(country)];
  return (
    <address className="billing-address">
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {tax_id && <span>Tax number: {tax_id.value}</span>}
    </address>
  );
}
