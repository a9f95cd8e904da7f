import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { findCustomer, findDirectory } from "./queries.ts";
import { toPaymentError } from "./subscribe.ts";

/**
 * Deletes the user's customer at Stripe, after the subscriptions have ended. Without payments there is nobody to ask: the
 * log then names the customer.
 * @returns the customer's id, or null if there is none.
 * @throws AppError 502 if Stripe fails.
 */
export async function deleteCustomer(
  { db, ports: { payments } }: { db: Db; ports: Pick<Ports, "payments"> },
  userId: number,
): Promise<string | null> {
  const id = await findCustomer(db, userId);
  if (id === null) return null;
  if (!payments) {
    logError(new Error(`Payments are not configured. Delete the customer ${id} in Stripe's dashboard.`));
    return id;
  }
  try {
    await payments.deleteCustomer(id, await findDirectory(db));
  } catch (error) {
    throw toPaymentError(error, PAYMENT_MESSAGES.customerNotDeleted);
  }
  return id;
}
