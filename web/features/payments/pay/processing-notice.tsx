import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { dashboardPath } from "#schema/paths.ts";

/**
 * Replaces the forms after a payment that the bank decides later. A direct debit takes up to 14 business days:
 * https://docs.stripe.com/payments/sepa-debit
 */
export function ProcessingNotice({ days }: { days: number }) {
  const message = useRef<HTMLOutputElement>(null);
  useEffect(() => message.current!.focus(), []);
  return (
    <output ref={message} className="notice" tabIndex={-1}>
      <strong>Your payment is on its way.</strong>
      <span>
        A direct debit usually takes about five working days, and at most 14. Your listing is featured for {days} days
        from the day on which your bank pays. We will send you an email then. You do not need to do anything.
      </span>
      <Link to={dashboardPath}>Go to the dashboard</Link>
    </output>
  );
}
