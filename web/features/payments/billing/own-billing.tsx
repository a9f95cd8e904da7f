import { useState } from "react";
import type { BillingDetails } from "#schema/payments.ts";
import { ApiError, get } from "../../../api.ts";
import { showMessage } from "../../../ui/message.tsx";
import { saveBilling } from "../calls.ts";
import { BillingSection } from "./billing-section.tsx";

/** Billing details on the dashboard. They are at Stripe, so they are loaded only when the owner asks for them. */
export function OwnBilling() {
  const [details, setDetails] = useState<BillingDetails>();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function load() {
    if (isBusy) return;
    setBusy(true);
    try {
      setDetails(await get<BillingDetails>("payments/billing/"));
      setOpen(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showMessage(error.message, { isAlert: true });
    } finally {
      setBusy(false);
    }
  }

  if (details) return <BillingSection details={details} isOpen={isOpen} onOpen={setOpen} onSave={saveBilling} />;
  return (
    <p className="actions">
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void load()}>
        {isBusy ? "Loading…" : "Change billing details"}
      </button>
    </p>
  );
}
