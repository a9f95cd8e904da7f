import { useRef, useState } from "react";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { formatMoney, LISTING_CURRENCY } from "#schema/pricing.ts";
import { dashboardPath } from "#schema/paths.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { type Buyer, BuyerFields } from "./buyer-fields.tsx";
import { proposedCountry } from "./countries.ts";
import { FreeListingNote } from "./free-listing-note.tsx";
import type { PartProps } from "./pay-data.ts";
import { PayForms } from "./pay-forms.tsx";
import { PaySummary } from "./pay-summary.tsx";
import { type OrderState, useOrder } from "./use-order.ts";

const LEAVE_MS = 3000;

/** The first payment for a listing. */
export function SubscribePart({ siteId, site, form }: PartProps) {
  const state = useOrder(() => ({ plan: "month", country: proposedCountry() }));
  const [isBusiness, setBusiness] = useState(false);
  const [isPaid, setPaid] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const { plan, country, promotion } = state.order;
  const buyer: Buyer = { country, isBusiness };
  const problems = isChecked ? problemsOf(buyer) : {};

  /** The button is enabled by a complete card. A press says what else is missing. */
  function checkBuyer(): boolean {
    setChecked(true);
    const [first] = Object.keys(problemsOf(buyer));
    if (first === undefined) return true;
    fields.current?.querySelector<HTMLElement>(first === "country" ? "select" : "input")?.focus();
    return false;
  }

  return (
    <div className="pay-steps">
      {!isPaid && site && <FreeListingNote site={site} />}
      <div className="pay">
        <PaySummary site={site} state={state} />
        <div className="card form">
          {isPaid ? (
            <RedirectNotice to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
              Subscription successful! Redirecting...
            </RedirectNotice>
          ) : (
            <AsyncContent data={form} loading="Loading payment form…" skeleton="form">
              {({ stripe, intent }) => (
                <>
                  <div ref={fields}>
                    <BuyerFields
                      buyer={buyer}
                      problems={problems}
                      onChange={(next) => {
                        setBusiness(next.isBusiness);
                        state.change({ country: next.country });
                      }}
                    />
                  </div>
                  <PayForms
                    stripe={stripe}
                    intent={intent}
                    siteId={siteId}
                    call="subscribe"
                    fields={{ plan, country, promotion_code: promotion?.code, business: isBusiness }}
                    state={state}
                    action={`Subscribe${priceText(state)}`}
                    onPress={checkBuyer}
                    onDone={() => setPaid(true)}
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

const problemsOf = ({ country, isBusiness }: Buyer) => ({
  ...(country === "" && { country: PAYMENT_MESSAGES.needsCountry }),
  ...(!isBusiness && { isBusiness: PAYMENT_MESSAGES.businessOnly }),
});

/** Says what follows if the first payment costs less. */
function priceText({ price: { now, later, days } }: OrderState): string {
  const money = (cents: number) => formatMoney(cents, LISTING_CURRENCY);
  return now === later ? ` for ${money(now)}` : `: ${money(now)} now, then ${money(later)} every ${days} days`;
}
