import { and, eq, inArray, not, notExists, sql } from "drizzle-orm";
import type { Context } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { reports } from "#schema/tables/reports.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { likes, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { violatesConstraint, type Statement } from "../../../db/connection.ts";
import { failBatchUnless } from "../../../db/fail-batch.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { markUploadsOfUserRemoved } from "../../media/queries.ts";
import { deleteImagesNow, type StoredImage } from "../../media/uploads.ts";
import { isPaidFor } from "../../payments/queries.ts";
import { changesPagesOf } from "../../switches/queries.ts";
import { removeSitesOf } from "../../sites/save/remove.ts";
import { isNotLastSuperuser, lastSuperuserError } from "../superusers.ts";

/**
 * Deletes the user with all sites, likes, sessions and codes, the contact messages from the email address, also those that
 * wait in the outbox, its searches that wait for a site, and what is handed over to it. Its reports stay without it. Triggers delete the unsent mails to the user, and what the
 * audit log has of the person. The URLs of the sites then respond with 410.
 * Subscriptions, payments and blog posts stay, without a user. `customerId` is the stored one, and
 * `audit` is part of the last batch.
 * @returns the user, or undefined if they were deleted already.
 * @throws AppError 409 if a payment began, or a customer was created or a site was listed at the same time, or for the last superuser.
 */
export async function deleteAccountRows(
  c: Context<AppEnv>,
  userId: number,
  { customerId, audit }: { customerId: string | null; audit: Statement[] },
): Promise<{ email: string; hasPassword: boolean } | undefined> {
  const { db, ports } = c.var;
  const isPaid = isPaidFor({ userId }, ports.now());
  if (!(await removeSitesOf(c, userId, { isPaidFor: isPaid }))) throw conflictError();
  await changesPagesOf(db, eq(switches.userId, userId));
  const isUser = eq(users.id, userId);
  const ownSites = db.select({ id: sites.id }).from(sites).where(eq(sites.ownerId, userId));
  const email = db.select({ email: users.email }).from(users).where(isUser);
  // A payment page may have created another customer at the same time.
  const isLast = sql`${users.stripeCustomerId} IS ${customerId}`;
  const batch = db.batch([
    db
      .update(users)
      .set({
        email: failBatchUnless(and(not(isPaid), notExists(ownSites), isLast)!, users.email),
        isSuperuser: failBatchUnless(isNotLastSuperuser, users.isSuperuser),
      })
      .where(isUser),
    ...audit,
    db.delete(contactMessages).where(inArray(contactMessages.email, email)),
    db.delete(outbox).where(inArray(outbox.replyTo, email)),
    db.update(reports).set({ email: "", name: "" }).where(inArray(reports.email, email)),
    db.delete(searchWatches).where(inArray(searchWatches.email, email)),
    db.delete(likes).where(eq(likes.userId, userId)),
    ...markUploadsOfUserRemoved(db, userId, ports.now()),
    db
      .delete(users)
      .where(isUser)
      .returning({ email: users.email, hasPassword: sql`${users.passwordHash} IS NOT NULL`.mapWith(Boolean) }),
  ]);
  const results: unknown[] = await batch.catch((error: unknown) => {
    if (violatesConstraint(error, users.isSuperuser)) throw lastSuperuserError();
    throw violatesConstraint(error, users.email) ? conflictError() : error;
  });
  await deleteImagesNow(c, results.at(MARKED) as StoredImage[]);
  return (results.at(-1) as { email: string; hasPassword: boolean }[])[0];
}

/** Index of the second result of `markUploadsOfUserRemoved`. */
const MARKED = -2;

const conflictError = () => new AppError("conflict", ACCOUNT_MESSAGES.deleteConflict);
