import type { SiteSubscription } from "#schema/payments.ts";
import { formatMoney, LISTING_CURRENCY, type Plan, PLANS } from "#schema/pricing.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { DateText } from "../../ui/date.tsx";

type Props = { subscription: SiteSubscription; plan: Plan; onConfirm: () => Promise<void>; onClose: () => void };

/** Says what the switch to `plan` costs, and when. */
export function PlanDialog({
  subscription: { site_name, paid_until, next_charge, plan: current },
  plan,
  onConfirm,
  onClose,
}: Props) {
  const { cents, days } = PLANS[plan];
  const isDiscounted = next_charge !== null && current !== null && next_charge.amount_cents < PLANS[current].cents;
  const [to, from] = plan === "year" ? ["yearly", "monthly"] : ["monthly", "yearly"];
  return (
    <ConfirmDialog
      title={`Switch to ${to} payments?`}
      action={`Switch to ${to}`}
      className="button button-primary"
      busyText="Switching…"
      cancelText={`Keep ${from}`}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div className="form">
        <p>
          <strong>Nothing is charged now.</strong> <bdi>{site_name}</bdi> is paid
          {paid_until && (
            <>
              {" "}
              until <DateText iso={paid_until} />
            </>
          )}
          . From then on you pay {formatMoney(cents, LISTING_CURRENCY)} for {days} days at a time, until you cancel.
          {isDiscounted &&
            (plan === "year"
              ? " A promotion code for some months ends with the switch. A code for all payments goes on."
              : " The promotion code that you have used counts for these payments, too.")}
        </p>
        {plan === "year" && (
          <p>A year costs as much as {yearInMonths()} months. You can cancel at any time before the charge.</p>
        )}
      </div>
    </ConfirmDialog>
  );
}

const yearInMonths = () => PLANS.year.cents / PLANS.month.cents;
