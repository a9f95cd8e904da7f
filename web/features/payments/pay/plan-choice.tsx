import { formatMoney, LISTING_CURRENCY, type Plan, PLANS } from "#schema/pricing.ts";

const NAMES: Record<Plan, string> = { month: "Monthly", year: "Yearly" };
/** What 30 days cost if a year is bought, in cents. */
const YEAR_CENTS_A_MONTH = Math.round((PLANS.year.cents / PLANS.year.days) * PLANS.month.days);

type Props = { plan: Plan; onChange: (plan: Plan) => void };

export const PlanChoice = ({ plan, onChange }: Props) => (
  <fieldset className="plan-choice">
    <legend>Billing cycle</legend>
    {(Object.keys(PLANS) as Plan[]).map((one) => (
      <label key={one}>
        <input type="radio" name="plan" value={one} checked={one === plan} onChange={() => onChange(one)} />
        <span>
          <strong>{NAMES[one]}</strong>
          <span>
            {formatMoney(PLANS[one].cents, LISTING_CURRENCY)} every {PLANS[one].days} days
          </span>
          {one === "year" && <small>{formatMoney(YEAR_CENTS_A_MONTH, LISTING_CURRENCY)} for each 30 days</small>}
        </span>
      </label>
    ))}
    <p className="field-hint">To change it later, cancel, and choose the other one when the paid period has ended.</p>
  </fieldset>
);
