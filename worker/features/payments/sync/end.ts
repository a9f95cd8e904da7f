import { undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import type { Payments } from "../../../ports.ts";
import { type Owed, REFUND_COMMENTS } from "./reading.ts";

/** Ends a subscription at once. One that has ended stays as it is: Stripe answers 404. The next reading refunds what is owed. */
export async function end({ stripe }: Payments, id: string, owed?: Owed): Promise<void> {
  const params = owed && { cancellation_details: { comment: REFUND_COMMENTS[owed] } };
  await stripe.subscriptions.cancel(id, params).catch(undefinedIfMissing);
}
