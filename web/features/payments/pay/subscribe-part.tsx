import { useRef, useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { formatMoney } from "#schema/pricing.ts";
import { dashboardPath } from "#schema/paths.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { BillingSection } from "../billing/billing-section.tsx";
import { saveBilling } from "../calls.ts";
import { FreeListingNote } from "./free-listing-note.tsx";
import { readOrder } from "./order.ts";
import type { PartProps } from "./pay-data.ts";
import { PayForms } from "./pay-forms.tsx";
import { PaySummary } from "./pay-summary.tsx";
import { ProcessingNotice } from "./processing-notice.tsx";
import { useOrder } from "./use-order.ts";
import type { Paid } from "./use-payment.ts";

const LEAVE_MS = 3000;

/** The first payment for a listing. */
export function SubscribePart({ siteId, site, form }: PartProps) {
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const state = useOrder(siteId, useState(() => readOrder(search))[0]);
  const [paid, setPaid] = useState<Paid>();
  const [isBillingOpen, setBillingOpen] = useState(false);
  const [isAddressMissing, setAddressMissing] = useState(false);
  const amount = formatMoney(state.total.cents, state.total.currency);
  const billing = useRef<HTMLDivElement>(null);

  /** Without an address no tax can be computed, so nothing can be paid. */
  function checkAddress(): boolean {
    if (!state.needsAddress) return true;
    setBillingOpen(true);
    setAddressMissing(true);
    billing.current?.scrollIntoView();
    // If the form is open already, nothing else moves the focus there.
    billing.current?.querySelector("input")?.focus({ preventScroll: true });
    return false;
  }

  return (
    <div className="pay-steps">
      {!paid && site && <FreeListingNote site={site} />}
      <div className="pay">
        <PaySummary site={site} state={state} />
        <div className="card form">
          {paid?.isProcessing ? (
            <ProcessingNotice days={state.total.days} />
          ) : paid ? (
            <RedirectNotice to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
              Subscription successful! Redirecting...
            </RedirectNotice>
          ) : (
            <AsyncContent data={form} loading="Loading payment form…" skeleton="form">
              {({ stripe, intent, billing: details }) => (
                <>
                  {!details && state.needsAddress && (
                    <LoadFailure text={PAYMENT_MESSAGES.noBilling} onRetry={() => void revalidate()} />
                  )}
                  {details && (
                    <div ref={billing}>
                      <BillingSection
                        details={details}
                        isOpen={isBillingOpen}
                        onOpen={setBillingOpen}
                        problem={
                          isAddressMissing && state.needsAddress
                            ? "Please add your address first. It decides the tax."
                            : ""
                        }
                        onSave={async (next) => {
                          await saveBilling(next);
                          state.ask();
                        }}
                      />
                    </div>
                  )}
                  <PayForms
                    stripe={stripe}
                    intent={intent!}
                    siteId={siteId}
                    state={state}
                    actions={{ card: `Subscribe for ${amount}`, other: `Pay ${amount} this way` }}
                    onPress={checkAddress}
                    onDone={setPaid}
                  />
                </>
              )}
            </AsyncContent>
          )}
        </div>
      </div>
    </div>
  );
}
