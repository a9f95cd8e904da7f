import { formatMoney } from "#schema/payments/pricing.ts";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { DateText } from "../../ui/date.tsx";
import { cardText } from "./card-brand.ts";

/** False if nothing is to be done. */
export const needsOwner = ({ state }: SiteSubscription) => state !== "renews" && state !== "renewing";

/** The last day of what is paid. The listing stays featured for one day more if it renews. */
export const paidUntil = ({ state, next_charge, featured_until }: SiteSubscription) =>
  state === "renews" && next_charge ? next_charge.at : featured_until;

export function SubscriptionFacts({ subscription }: { subscription: SiteSubscription }) {
  const { state, featured_until, next_charge, card } = subscription;
  return (
    <div className="subscription-facts" key={JSON.stringify(subscription)}>
      {state === "failing" && <Trouble subscription={subscription} />}
      {state === "unconfirmed" && <p>The first payment was not confirmed. You were not charged.</p>}
      {state === "paused" && <p>The subscription is paused, so your listing is not featured. Write to us to go on.</p>}
      {state === "renewing" && <p>The renewal is being processed. Your listing stays featured.</p>}
      {state === "renews" && next_charge && (
        <p>
          Paid until <DateText iso={next_charge.at} />. Next charge:{" "}
          {formatMoney(next_charge.amount_cents, next_charge.currency)} on <DateText iso={next_charge.at} />
          {card && `, ${cardText(card)}`}.
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

/** What failed, what to do, and until when the listing stays featured. */
function Trouble({ subscription }: { subscription: SiteSubscription }) {
  const { status, featured_until, card, trouble, unpaid } = subscription;
  const amount = unpaid ? ` of ${formatMoney(unpaid.amount_cents, unpaid.currency)}` : "";
  const by = card ? ` (${cardText(card)})` : "";
  return (
    <p className="form-message">
      {trouble === "confirm" ? (
        <>
          Your bank wants you to confirm the payment{amount} for the next period{by}. Please confirm it, or use another
          card.
        </>
      ) : (
        <>
          The payment{amount} for the next period failed{by}. Please use another card or ask your bank.{" "}
          {trouble === "stopped" ? (
            "We have stopped trying."
          ) : (
            <>
              We will try again
              {unpaid?.next_try && (
                <>
                  {" "}
                  on <DateText iso={unpaid.next_try} />
                </>
              )}
              .
            </>
          )}
        </>
      )}{" "}
      The listing{" "}
      {status === "featured" && featured_until ? (
        <>
          stays featured until <DateText iso={featured_until} />
        </>
      ) : (
        "is free until the payment succeeds"
      )}
      .
    </p>
  );
}

const DateOr = ({ iso }: { iso: string | null }) => (iso ? <DateText iso={iso} /> : "the end of the paid time");
