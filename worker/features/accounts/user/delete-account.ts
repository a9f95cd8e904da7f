import type { Context } from "hono";
import type { AppEnv } from "../../../env.ts";
import { logError } from "../../../log.ts";
import type { Statement } from "../../../db/connection.ts";
import { deleteCustomers, endPayments } from "../../payments/end-payments.ts";
import { listCustomers } from "../../payments/queries.ts";
import { sendUrgent } from "../../outbox/mail-gate.ts";
import { deletedMail } from "../mails.ts";
import { deleteAccountRows } from "./delete-account-rows.ts";
import { deleteKvSessions } from "../../sessions/kv-sessions.ts";
import { listSessionRows } from "../../sessions/queries.ts";
import { requireNotLastSuperuser } from "../superusers.ts";

const MAIL_VALID_MINUTES = 24 * 60;

/**
 * Ends the account's subscriptions, deletes its customers at Stripe, then its rows and images, and mails that. If a step before
 * the images fails, the account still exists, and the user can try again. `audit` is part of the last batch.
 * @throws AppError 409 for the last superuser, while a payment is in progress, or if a site was listed at the same time.
 * @throws AppError 502 or 503 if a subscription cannot be ended, or a customer cannot be deleted.
 */
export async function deleteAccount(c: Context<AppEnv>, userId: number, audit: Statement[] = []): Promise<void> {
  const { db, user } = c.var;
  await requireNotLastSuperuser(db, userId);
  // Who deletes another person's account refunds the days that are left.
  const byStaff = user.id !== userId;
  await endPayments(c, { userId }, byStaff ? "unused" : undefined);
  const { customerId, all } = await listCustomers(db, userId);
  await deleteCustomers(c.var.ports, all);
  const open = await listSessionRows(db, userId);
  const deleted = await deleteAccountRows(c, userId, { customerId, audit });
  c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, open));
  if (!deleted) return;
  const mail = deletedMail(c.var.config, { ...deleted, byStaff, hasPaid: all.length > 0 });
  c.executionCtx.waitUntil(sendUrgent(c, { mail, minutes: MAIL_VALID_MINUTES }).catch(logError));
}
