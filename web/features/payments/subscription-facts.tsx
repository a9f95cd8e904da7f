import { formatMoney } from "#schema/pricing.ts";
import type { SiteSubscription } from "#schema/payments.ts";
import { DateText } from "../../ui/date.tsx";
import { brandText } from "./card-brand.ts";

export function SubscriptionFacts({ subscription }: { subscription: SiteSubscription }) {
  const { state, status, paid_until, featured_until, next_charge, card } = subscription;
  const byCard = card && `${brandText(card.brand)} ending in ${card.last4}`;
  return (
    <div className="subscription-facts">
      {state === "failing" && (
        <p className="form-message">
          The payment for the next period failed{byCard ? ` (${byCard})` : ""}. Please use another card or ask your
          bank. We will try again. The listing{" "}
          {status === "featured" && featured_until ? (
            <>
              stays featured until <DateText iso={featured_until} />
            </>
          ) : (
            "is free until the payment succeeds"
          )}
          .
        </p>
      )}
      {state === "unconfirmed" && <p>The first payment was not confirmed. You were not charged.</p>}
      {state === "renews" && paid_until && (
        <p>
          Paid until <DateText iso={paid_until} />
          {next_charge && (
            <>
              . Next charge: {formatMoney(next_charge.amount_cents, next_charge.currency)} on{" "}
              <DateText iso={next_charge.at} />
              {byCard && `, ${byCard}`}
            </>
          )}
          .
        </p>
      )}
      {state === "ends" && (
        <p>
          Cancelled. Featured until <DateOr iso={featured_until} />. You will not be charged again.
        </p>
      )}
    </div>
  );
}

const DateOr = ({ iso }: { iso: string | null }) => (iso ? <DateText iso={iso} /> : "the end of the paid time");
