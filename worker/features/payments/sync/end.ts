import { undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import type { Payments } from "../../../ports.ts";
import { hasEnded, type Owed } from "./reading.ts";

/** Ends a subscription at once, unless it has ended. The next reading refunds what is owed. */
export async function end({ stripe }: Payments, id: string, owed?: Owed): Promise<void> {
  const before = await stripe.subscriptions.retrieve(id).catch(undefinedIfMissing);
  if (!before || hasEnded(before)) return;
  if (owed) await stripe.subscriptions.update(id, { metadata: { owed } });
  // Stripe answers 404 if it has ended in between.
  await stripe.subscriptions.cancel(id).catch(undefinedIfMissing);
}
