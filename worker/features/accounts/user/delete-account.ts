import type { Context } from "hono";
import type { AppEnv } from "../../../env.ts";
import type { Statement } from "../../../db/connection.ts";
import { requireStorage } from "../../media/storage.ts";
import { removeUploadsOf } from "../../media/uploads.ts";
import { cancelSubscriptions } from "../../payments/cancel-subscriptions.ts";
import { deleteCustomer } from "../../payments/delete-customer.ts";
import { deleteAccountRows } from "./delete-account-rows.ts";
import { deleteKvSessions } from "../../sessions/kv-sessions.ts";
import { listSessionRows } from "../../sessions/queries.ts";
import { requireNotLastSuperuser } from "../superusers.ts";

const IMAGES_NOT_DELETED =
  "The account was not deleted because its images could not be deleted. Please try again in a minute.";

/**
 * Ends the account's subscriptions, deletes its customer at Stripe, then its images, and its rows last. If a step fails,
 * the account still exists, and the user can try again. `audit` is part of the last batch.
 * @throws AppError 409 for the last superuser, while a payment is in progress, or if a site was listed at the same time.
 * @throws AppError 502 or 503 if a subscription cannot be ended, or the customer or images cannot be deleted.
 */
export async function deleteAccount(c: Context<AppEnv>, userId: number, audit: Statement[] = []): Promise<void> {
  const { db, ports } = c.var;
  await requireNotLastSuperuser(db, userId);
  await cancelSubscriptions(c.var, { userId });
  const customerId = await deleteCustomer(c.var, userId);
  await requireStorage(removeUploadsOf({ db, bucket: c.env.MEDIA }, { userId, now: ports.now() }), IMAGES_NOT_DELETED);
  const open = await listSessionRows(db, userId);
  await deleteAccountRows(c, userId, { customerId, audit });
  c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, open));
}
