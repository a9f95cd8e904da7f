import type { Context } from "hono";
import type { AppEnv } from "../../../env.ts";
import type { Statement } from "../../../db/connection.ts";
import { requireStorage } from "../../media/storage.ts";
import { removeUploadsOf } from "../../media/uploads.ts";
import { cancelSubscriptions } from "../../payments/cancel-subscriptions.ts";
import { deleteAccountRows } from "./delete-account-rows.ts";
import { deleteKvSessions } from "../../sessions/kv-sessions.ts";
import { listSessionRows } from "../../sessions/queries.ts";
import { requireNotLastSuperuser } from "../superusers.ts";

const NOT_REMOVED = "The pictures of this account cannot be removed right now. Please try again in a minute.";

/**
 * Deletes an account with all that is its own; `audit` becomes part of the last step. What fails leaves the account, so
 * that the rest can be tried again: money first, the row that names it all last.
 * @throws AppError 409 for the last superuser, 502 or 503 where a subscription cannot be ended or pictures cannot be removed.
 */
export async function deleteAccount(c: Context<AppEnv>, userId: number, audit: Statement[] = []): Promise<void> {
  const { db, ports } = c.var;
  await requireNotLastSuperuser(db, userId);
  await cancelSubscriptions(db, ports, { userId });
  await requireStorage(removeUploadsOf(db, c.env.MEDIA, { userId, now: ports.now() }), NOT_REMOVED);
  const open = await listSessionRows(db, userId);
  await deleteAccountRows(db, userId, audit);
  c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, open));
}
