import type { PaymentPreview } from "#schema/payments.ts";
import { formatMoney, LISTING_CURRENCY, type Plan, PLANS } from "#schema/pricing.ts";
import { DateText } from "../../../ui/date.tsx";

/** The plan's price, until the server has answered. It has as many rows as most answers, so that nothing moves then. */
export function PlanRows({ plan }: { plan: Plan }) {
  const { cents, days } = PLANS[plan];
  const price = formatMoney(cents, LISTING_CURRENCY);
  return (
    <dl>
      <Row name="Total today" value={price} />
      <Row name={`Next charge in ${days} days`} value={price} />
    </dl>
  );
}

/** What is charged now, in parts, and what is charged next. Tax is shown where tax is computed. */
export function PriceRows({ preview }: { preview: PaymentPreview }) {
  const { price_cents, tax_cents, total_cents, currency, days, next, reverse_charge, promotion } = preview;
  const hasTax = tax_cents > 0 || reverse_charge;
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <dl>
      {promotion && (
        <>
          <Row name={`Featured listing, ${days} days`} value={money(price_cents)} />
          <Row name={promotion.text} value={money(total_cents - price_cents)} />
        </>
      )}
      {hasTax && <Row name="Net" value={money(total_cents - tax_cents)} />}
      {hasTax && (
        <Row name={reverse_charge ? "VAT (your company pays it)" : "VAT, included"} value={money(tax_cents)} />
      )}
      <Row name="Total today" value={money(total_cents)} />
      <dt>
        Next charge on <DateText iso={next.at} />
      </dt>
      <dd>{money(next.amount_cents)}</dd>
    </dl>
  );
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
