import { useRef, useState } from "react";
import { formatMoney, LISTING_CURRENCY } from "#schema/payments/pricing.ts";
import { dashboardPath } from "#schema/pages/paths.ts";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { BuyerFields } from "./buyer-fields.tsx";
import { FreeListingNote } from "./free-listing-note.tsx";
import type { PartProps } from "./pay-data.ts";
import { PayForms } from "./pay-forms.tsx";
import { PaySummary } from "./pay-summary.tsx";
import { type OrderState, useOrder } from "./use-order.ts";

const LEAVE_MS = 3000;

/** The first payment for a listing. */
export function SubscribePart({ siteId, site, form }: PartProps) {
  const state = useOrder(() => ({ plan: "month", country: "" }));
  const [isPaid, setPaid] = useState(false);
  const buyer = useRef<HTMLFormElement>(null);
  const { plan, country, promotion } = state.order;

  if (isPaid)
    return (
      <div className="card form">
        <RedirectNotice to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
          Subscription successful! Redirecting...
        </RedirectNotice>
      </div>
    );
  return (
    <div className="pay-steps">
      {site && <FreeListingNote site={site} />}
      <div className="pay">
        <PaySummary site={site} state={state} />
        <div className="card form">
          <AsyncContent data={form} loading="Loading payment form…" skeleton="form">
            {({ stripe, intent }) => (
              <>
                <BuyerFields form={buyer} country={country} onCountry={(chosen) => state.change({ country: chosen })} />
                <PayForms
                  stripe={stripe}
                  intent={intent}
                  siteId={siteId}
                  call="subscribe"
                  fields={{ plan, country, promotion_code: promotion?.code, business: true }}
                  state={state}
                  action={`Subscribe${priceText(state)}`}
                  // The button is enabled by a complete card. A press says what else is missing.
                  onPress={() => buyer.current!.reportValidity()}
                  onDone={() => setPaid(true)}
                />
              </>
            )}
          </AsyncContent>
        </div>
      </div>
    </div>
  );
}

/** Says what follows if the first payment costs less. */
function priceText({ price: { now, later, days } }: OrderState): string {
  const money = (cents: number) => formatMoney(cents, LISTING_CURRENCY);
  return now === later ? ` for ${money(now)}` : `: ${money(now)} now, then ${money(later)} every ${days} days`;
}
