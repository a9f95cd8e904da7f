import { formatDate } from "#schema/dates.ts";
import { BILLING_MESSAGES, type BillingDetails, PAYMENT_MESSAGES, type SubscribeResponse } from "#schema/payments.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import { PaymentsUnavailable, PaymentsRefused, type RefusedField } from "../../ports.ts";
import { type SyncParts, syncSubscription } from "./sync-subscription.ts";
import { invoiceDescription } from "./invoice-description.ts";
import { type Order, requireOrderTerms, withTerms } from "./order-terms.ts";
import {
  findCustomer,
  findDirectory,
  findRunning,
  findOwnSite,
  insertClaim,
  listEndedWithPaidTime,
  saveCustomer,
  listClaims,
  removeClaim,
  renewClaim,
} from "./queries.ts";
import { hasEnded, paidUntil } from "./state.ts";

/**
 * A payment claim of this age counts as interrupted. A request renews its claim right before it asks Stripe for the
 * money, and Stripe's SDK times out earlier.
 */
export const CLAIM_STALE_MS = 120_000;

type Parts = SyncParts;
export type Person = { id: number; email: string; firstName: string; lastName: string };

async function requireCustomer({ db, payments }: Parts, user: Person): Promise<string> {
  return (await findCustomer(db, user.id)) ?? (await makeCustomer({ db, payments }, user, null));
}

async function makeCustomer({ db, payments }: Pick<Parts, "db" | "payments">, user: Person, replaces: string | null) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const directory = await findDirectory(db);
  const newId = await payments.createCustomer({ directory, userId: user.id, email: user.email, name, replaces });
  return saveCustomer(db, user.id, { newId, replaces });
}

/**
 * Returns a client secret, with which the page saves a card. If the customer was deleted at Stripe, a new one is
 * created.
 * @throws AppError 502 if Stripe does not know the new customer either.
 */
export const beginCardSetup = (parts: Parts, user: Person): Promise<string> =>
  withCustomer(parts, user, (customerId) => parts.payments.createCardSetup(customerId));

/**
 * Runs `use` with the user's customer at Stripe, which is created if there is none. `use` returns undefined if Stripe does
 * not know the customer: then it runs again with a new one.
 * @throws AppError 502 if Stripe does not know the new customer either.
 */
export async function withCustomer<T>(
  parts: Parts,
  user: Person,
  use: (customerId: string) => Promise<T | undefined>,
): Promise<T> {
  const customerId = await requireCustomer(parts, user);
  const result = (await use(customerId)) ?? (await use(await makeCustomer(parts, user, customerId)));
  if (result !== undefined) return result;
  throw new AppError("provider_failed", PAYMENT_MESSAGES.setupFailed);
}

/**
 * Attaches the card to the user's customer, unless it is attached already.
 * @throws AppError 400 if the card is unknown or belongs to another customer.
 */
export async function requireCard(parts: Parts, user: Person, typedCardId: string) {
  const customerId = await requireCustomer(parts, user);
  const cardId = await parts.payments.attachCard(customerId, typedCardId);
  const message = PAYMENT_MESSAGES.cardUnknown;
  if (!cardId) throw new AppError("bad_input", message, { fields: { payment_method_id: message } });
  return { customerId, cardId };
}

/** @throws AppError 404 unless the user owns the site. */
export async function requireOwnSite(db: Db, siteId: number, userId: number) {
  const site = await findOwnSite(db, siteId, userId);
  if (!site) throw new AppError("not_found", PAYMENT_MESSAGES.siteUnknown);
  return site;
}

/** @throws AppError 404 unless the user owns the site, 409 unless it is active, because visitors do not see it. */
export async function requireActiveSite(db: Db, siteId: number, userId: number) {
  const site = await requireOwnSite(db, siteId, userId);
  if (site.review !== "active") throw new AppError("conflict", PAYMENT_MESSAGES.pendingReview);
  return site;
}

export type Payment = { subscription: string; answer: SubscribeResponse };

/** `time` returns the current time: Stripe may keep a request waiting, so `Parts.now` may be old. */
type CardOrder = Order & { user: Person; cardId: string; newKey: string; time(): number };

/**
 * Pays for a site with a saved card. A claim on the site is stored before Stripe is asked. If Stripe does not answer,
 * the claim stays: the next payment first looks for a subscription that Stripe may have created.
 * @throws AppError 402 with the bank's reason, 404 and 409 of `requireActiveSite`, 400 of `requireCard` and of
 * `requireOrderTerms`, 400 with `fields.country` if tax needs the owner's address, 409 if the site has a subscription or a payment in progress.
 * @throws PaymentsUnavailable, PaymentsRefused
 */
export async function subscribe(
  parts: Parts,
  { user, cardId: typedCardId, newKey, time, ...order }: CardOrder,
): Promise<Payment> {
  const { siteId } = order;
  const { db, payments, now } = parts;
  const { name } = await requireActiveSite(db, siteId, user.id);
  await resolveStaleClaim(parts, siteId);
  if (!(await insertClaim(db, { siteId, userId: user.id, key: newKey, now }))) throw paymentInProgress();
  let id: string;
  try {
    await requireNoSubscription(parts, siteId);
    const terms = await requireOrderTerms(parts, user, order);
    const { plan, promotion, anchor } = terms;
    const { customerId, cardId } = await requireCard(parts, user, typedCardId);
    const [directory, description] = [await findDirectory(db), invoiceDescription(name)];
    if (!(await renewClaim(db, newKey, time()))) throw paymentInProgress();
    const request = {
      directory,
      description,
      customerId,
      cardId,
      siteId,
      userId: user.id,
      key: newKey,
      plan,
      ...(promotion && { promotionCodeId: promotion.id }),
      ...(anchor !== undefined && { anchor }),
    };
    id = await withTerms(parts, terms, () => payments.subscribe(request));
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) await removeClaim(db, { key: newKey });
    throw error;
  }
  return confirmPayment(parts, id);
}

/**
 * Reads the payment's state from Stripe and stores the subscription. If the first payment was declined, it cancels the
 * subscription, so that the user can try another card.
 * @throws AppError 402 if the payment was declined.
 * @throws PaymentsUnavailable, PaymentsRefused
 */
export async function confirmPayment(parts: Parts, id: string): Promise<Payment> {
  const { payments } = parts;
  const active: Payment = { subscription: id, answer: { status: "active" } };
  const [facts, payment] = [await syncSubscription(parts, id), await payments.readPaymentState(id)];
  if (payment.status === "requires_action") return { subscription: id, answer: payment };
  if (payment.status === "processing") return { subscription: id, answer: payment };
  if (payment.status === "declined") {
    if (facts?.status === "incomplete" && (await cancelUnconfirmed(parts, id))) return active;
    throw paymentDeclined(payment.reason);
  }
  // It was paid between the two reads.
  if (facts?.status === "incomplete") await syncSubscription(parts, id);
  return active;
}

const paymentDeclined = (reason: string) => new AppError("payment_declined", PAYMENT_MESSAGES.declined(reason));
/** For `fields.country`, it asks for the whole address. */
export function billingRefused(field: keyof BillingDetails): AppError {
  const message = BILLING_MESSAGES[field];
  return new AppError("bad_input", message, { fields: { [field]: message } });
}
export const paymentInProgress = () => new AppError("conflict", PAYMENT_MESSAGES.inProgress);

/** @throws AppError 409 if the site's payment may still be in progress. */
async function resolveStaleClaim(parts: Parts, siteId: number): Promise<void> {
  const [claim] = await listClaims(parts.db, { siteId });
  if (!claim) return;
  if (parts.now - claim.createdAt < CLAIM_STALE_MS) throw paymentInProgress();
  await resolveClaim(parts, claim);
}

/**
 * Syncs all subscriptions of the customer, so that the interrupted payment is found. Then it deletes the claim, unless
 * it was renewed.
 */
export async function resolveClaim(
  parts: Parts,
  claim: { key: string; createdAt: number; customerId: string | null },
): Promise<void> {
  const ids = claim.customerId ? await parts.payments.listSubscriptions(claim.customerId) : [];
  for (const id of ids) {
    await syncSubscription(parts, id);
  }
  await removeClaim(parts.db, claim);
}

/**
 * Cancels a first payment that was not confirmed, so that the site can be paid for again.
 * @throws AppError 409 if the site has a running subscription, its payment is in progress, or days are left that an ended
 * subscription has paid: they would be charged twice.
 */
async function requireNoSubscription(parts: Parts, siteId: number): Promise<void> {
  const running = await findRunning(parts.db, siteId);
  const facts = running && (await syncSubscription(parts, running.id));
  if (facts?.status === "incomplete") {
    const { status } = await parts.payments.readPaymentState(facts.id);
    if (status === "processing") throw paymentInProgress();
    if (status === "paid" || (await cancelUnconfirmed(parts, facts.id))) throw alreadyFeatured();
  } else if (facts && !hasEnded(facts.status)) {
    throw alreadyFeatured();
  }
  for (const { id } of await listEndedWithPaidTime(parts.db, siteId, parts.now)) {
    const ended = await syncSubscription(parts, id);
    const until = (ended && paidUntil(ended)) ?? 0;
    if (until > parts.now) throw new AppError("conflict", PAYMENT_MESSAGES.paidUntil(formatDate(until)));
  }
}

const alreadyFeatured = () => new AppError("conflict", PAYMENT_MESSAGES.alreadyFeatured);

/** Returns true if the payment was confirmed at the last moment, in another tab, and its days are paid. */
async function cancelUnconfirmed(parts: Parts, id: string): Promise<boolean> {
  await parts.payments.cancelNow(id);
  const facts = await syncSubscription(parts, id);
  return facts !== undefined && (paidUntil(facts) ?? 0) > parts.now;
}

export const isRefusedByBank = (error: unknown): error is PaymentsRefused & { reason: string } =>
  error instanceof PaymentsRefused && error.reason !== undefined;

const isBillingField = (field: RefusedField | undefined): field is keyof BillingDetails =>
  field !== undefined && field in BILLING_MESSAGES;

/**
 * Converts an error of the payments port to an AppError: 402 with the bank's reason, 400 with the field of the billing
 * details that is wrong or missing, else 502 with `message`.
 */
export function toPaymentError(error: unknown, message: string): unknown {
  if (isRefusedByBank(error)) return paymentDeclined(error.reason);
  if (error instanceof PaymentsRefused && isBillingField(error.field)) return billingRefused(error.field);
  if (!(error instanceof PaymentsUnavailable) && !(error instanceof PaymentsRefused)) return error;
  logError(error);
  return new AppError("provider_failed", message);
}
