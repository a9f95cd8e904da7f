import { formatMoney, LISTING_CURRENCY, type Plan, PLANS } from "#schema/payments/pricing.ts";

type Props = { plan: Plan; onChange: (plan: Plan) => void };

const NAMES: Record<Plan, string> = { month: "Monthly", year: "Yearly" };

export const PlanChoice = ({ plan, onChange }: Props) => (
  <fieldset className="plan-choice">
    <legend>Billing cycle</legend>
    {(Object.keys(PLANS) as Plan[]).map((one) => (
      <label key={one} className="checkbox">
        <input type="radio" name="plan" value={one} checked={one === plan} onChange={() => onChange(one)} />
        <span>
          <strong>{NAMES[one]}</strong>, {formatMoney(PLANS[one].cents, LISTING_CURRENCY)} every {PLANS[one].days} days
        </span>
      </label>
    ))}
  </fieldset>
);
