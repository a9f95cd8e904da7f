import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import type * as z from "zod/mini";
import { imprintOf } from "#schema/pages/pages.ts";
import {
  PAYMENT_MESSAGES,
  PAYMENT_METHODS,
  type subscribeForm,
  type SubscribeResponse,
} from "#schema/payments/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { isPromotionRefused, isUnavailable, reasonOf } from "../../../adapters/stripe/errors.ts";
import { requirePrice } from "../../../adapters/stripe/prices.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { randomToken } from "../../../http/signing.ts";
import { declined } from "../errors.ts";
import { findRunning, lockSite, unlockSite } from "../queries.ts";
import { hasEnded, type Reading, unpaidInvoice } from "../sync/reading.ts";
import type { SyncParts } from "../sync/parts.ts";
import { endSubscription, syncSubscription } from "../sync/sync.ts";
import { DESCRIPTION } from "../sync/owner.ts";
import { attachCard, customerOf, type Person, saveCountry } from "./customer.ts";
import { promotionRefused, requirePromotion } from "./promotion.ts";

type Form = z.output<typeof subscribeForm>;

/** @throws AppError 404 unless the user owns the site. */
export async function requireOwnSite(db: Db, siteId: number, userId: number) {
  const { id, name, review, standing, ownerId } = sites;
  const [site] = await db
    .select({ name, review, standing })
    .from(sites)
    .where(and(eq(id, siteId), eq(ownerId, userId)));
  if (!site) throw new AppError("not_found", PAYMENT_MESSAGES.siteUnknown);
  return site;
}

/** @throws AppError 404 unless the user owns the site, 409 if it waits for review or may be closed: it would get no place. */
export async function requireActiveSite(db: Db, siteId: number, userId: number) {
  const site = await requireOwnSite(db, siteId, userId);
  if (site.review !== "active") throw new AppError("conflict", PAYMENT_MESSAGES.pendingReview);
  if (site.standing !== "open") throw new AppError("conflict", PAYMENT_MESSAGES.mayBeClosed);
  return site;
}

/**
 * Pays for a site with a saved card. The site is locked before Stripe is asked. If Stripe does not answer, the lock stays
 * for its time: then the next call finds what Stripe has created.
 * @throws AppError 402 with the bank's reason, 404 and 409 of `requireActiveSite`, 400 of `attachCard` and of
 * `requirePromotion`, 409 if the site has a subscription or a payment in progress. Errors of Stripe.
 */
export async function subscribe(parts: SyncParts, user: Person, form: Form): Promise<SubscribeResponse> {
  const { db, payments, now } = parts;
  const { site_id: siteId, plan, promotion_code: code, country, business } = form;
  const key = randomToken();
  const { name } = await requireActiveSite(db, siteId, user.id);
  if (!(await lockSite(db, { siteId, userId: user.id, key, now }))) throw paymentInProgress();
  try {
    await requireNoSubscription(parts, siteId, user.id);
    const price = await requirePrice(payments.stripe, plan, payments);
    const promotion = code ? await requirePromotion(payments, { code, plan, now }) : undefined;
    const customer = await customerOf(parts, user);
    const card = await attachCard(parts, customer.id, form.payment_method_id);
    if (country) await saveCountry(payments.stripe, customer, country);
    const description = DESCRIPTION + name;
    const operator = parts.config?.operator;
    const { id } = await payments.stripe.subscriptions.create(
      {
        customer: customer.id,
        items: [{ price: price.id }],
        default_payment_method: card,
        // If the card is declined, Stripe creates an incomplete subscription whose payment has the reason.
        payment_behavior: "allow_incomplete",
        payment_settings: { payment_method_types: [...PAYMENT_METHODS] },
        ...(promotion && { discounts: [{ promotion_code: promotion.id }] }),
        ...(payments.tax && { automatic_tax: { enabled: true } }),
        description,
        invoice_settings: { description, ...(operator && { footer: imprintOf(operator) }) },
        metadata: {
          site_id: siteId,
          user_id: user.id,
          business: String(business ?? "not stated"),
          ...(country && { country }),
        },
      },
      { idempotencyKey: key },
    );
    const payment = await paymentOf(parts, id);
    await unlockSite(db, key);
    return payment;
  } catch (error) {
    if (!isUnavailable(error)) await unlockSite(db, key);
    throw code && isPromotionRefused(error) ? promotionRefused() : error;
  }
}

export const paymentInProgress = () => new AppError("conflict", PAYMENT_MESSAGES.inProgress);

/**
 * Reads a subscription and says what its latest payment needs. If the first payment was declined, it ends the
 * subscription, so that the owner can try another card.
 * @throws AppError 402 if the payment was declined.
 */
export async function paymentOf(parts: SyncParts, id: string): Promise<SubscribeResponse> {
  const reading = await syncSubscription(parts, id);
  if (!reading) throw new AppError("provider_failed", PAYMENT_MESSAGES.failed);
  const { intent } = reading;
  if (isSettled(reading)) return { status: "active" };
  if (intent?.status === "requires_action" && intent.client_secret)
    return { status: "requires_action", clientSecret: intent.client_secret };
  if (reading.subscription.status === "incomplete") {
    // The bank has not decided yet, or Stripe has not noted it.
    if (intent?.status !== "requires_payment_method") throw paymentInProgress();
    const ended = await endSubscription(parts, id, "period");
    // It was confirmed at the last moment, in another tab.
    if (ended && !hasEnded(ended.subscription)) return { status: "active" };
  }
  throw declined(reasonOf(intent?.last_payment_error));
}

/** Nothing can be paid now. A renewal's draft is charged later. */
function isSettled({ subscription }: Reading): boolean {
  const unpaid = unpaidInvoice(subscription)?.status;
  if (hasEnded(subscription)) return false;
  return unpaid === undefined || (unpaid === "draft" && subscription.status !== "incomplete");
}

/**
 * Looks at Stripe, because the answer to an earlier payment may be lost, or this database may be restored from a backup. A
 * first payment that was not confirmed is given up.
 * @throws AppError 409 if the site has a running subscription.
 */
async function requireNoSubscription(parts: SyncParts, siteId: number, userId: number): Promise<void> {
  for (const id of await listAtStripe(parts, siteId, userId)) {
    const reading = await syncSubscription(parts, id);
    const isFirst = reading?.subscription.status === "incomplete";
    const after = isFirst ? await endSubscription(parts, id, "period") : reading;
    // One that is missing at Stripe is the operator's to decide.
    if (!after || !hasEnded(after.subscription)) throw new AppError("conflict", PAYMENT_MESSAGES.alreadyFeatured);
  }
}

/** Stripe's search is up to a minute behind, so the stored one is added: https://docs.stripe.com/search#data-freshness */
export async function listAtStripe({ db, payments }: SyncParts, siteId: number, userId: number): Promise<Set<string>> {
  const stored = await findRunning(db, siteId);
  const { data } = await payments.stripe.subscriptions.search({
    query: `metadata["site_id"]:"${siteId}" AND metadata["user_id"]:"${userId}"`,
    limit: 100,
  });
  const running = data.filter((one: Stripe.Subscription) => !hasEnded(one)).map(({ id }) => id);
  return new Set([...(stored ? [stored.id] : []), ...running]);
}
