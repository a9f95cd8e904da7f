import { formatMoney, LISTING_CURRENCY } from "#schema/pricing.ts";
import { promotionText } from "#schema/promotions.ts";
import type { OrderState } from "./use-order.ts";

/** What is charged now and next. */
export function PriceRows({ order: { promotion }, price: { full, now, later, days } }: OrderState) {
  return (
    <dl>
      {promotion && (
        <>
          <Row name={`Featured listing, ${days} days`} cents={full} />
          <Row name={promotionText(promotion)} cents={now - full} />
        </>
      )}
      <Row name="Total today" cents={now} />
      <Row name={`Next charge in ${days} days`} cents={later} />
    </dl>
  );
}

const Row = ({ name, cents }: { name: string; cents: number }) => (
  <>
    <dt>{name}</dt>
    <dd>{formatMoney(cents, LISTING_CURRENCY)}</dd>
  </>
);
