import { PAYMENT_MESSAGES, type SubscribeResponse } from "#schema/payments.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import { type Payments, PaymentsUnavailable, PaymentsRefused } from "../../ports.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { invoiceDescription } from "./invoice-description.ts";
import {
  findCustomer,
  findDirectory,
  findRunning,
  findOwnSite,
  insertClaim,
  saveCustomer,
  listClaims,
  removeClaim,
  renewClaim,
} from "./queries.ts";
import { hasEnded, paidUntil } from "./state.ts";

/**
 * A claim younger than this may belong to a request that still runs. It is renewed before the money is asked for, and
 * Stripe's SDK gives that up sooner.
 */
export const CLAIM_STALE_MS = 120_000;

type Parts = { db: Db; payments: Payments; now: number };
type Person = { id: number; email: string; firstName: string; lastName: string };

async function requireCustomer({ db, payments }: Parts, user: Person): Promise<string> {
  return (await findCustomer(db, user.id)) ?? (await makeCustomer({ db, payments }, user, null));
}

async function makeCustomer({ db, payments }: Pick<Parts, "db" | "payments">, user: Person, replaces: string | null) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const directory = await findDirectory(db);
  const made = await payments.createCustomer({ directory, userId: user.id, email: user.email, name, replaces });
  return saveCustomer(db, user.id, { made, replaces });
}

/** The secret for saving a card. Whoever was deleted at Stripe becomes a customer anew. */
export async function beginCardSetup(parts: Parts, user: Person): Promise<string> {
  const customerId = await requireCustomer(parts, user);
  const secret = await parts.payments.createCardSetup(customerId);
  if (secret) return secret;
  const anew = await parts.payments.createCardSetup(await makeCustomer(parts, user, customerId));
  if (anew) return anew;
  throw new AppError("provider_failed", PAYMENT_MESSAGES.setupFailed);
}

/** @throws AppError 400 where the card is unknown or another's. */
export async function requireCard(parts: Parts, user: Person, typedCardId: string) {
  const customerId = await requireCustomer(parts, user);
  const cardId = await parts.payments.attachCard(customerId, typedCardId);
  const message = PAYMENT_MESSAGES.cardUnknown;
  if (!cardId) throw new AppError("bad_input", message, { payment_method_id: message });
  return { customerId, cardId };
}

/** @throws AppError 404 unless it is this person's own site. */
export async function requireOwnSite(db: Db, siteId: number, userId: number) {
  const site = await findOwnSite(db, siteId, userId);
  if (!site) throw new AppError("not_found", PAYMENT_MESSAGES.siteUnknown);
  return site;
}

/** @throws AppError 404 as above, 409 while visitors do not see it: nobody pays for that. */
export async function requireActiveSite(db: Db, siteId: number, userId: number) {
  const site = await requireOwnSite(db, siteId, userId);
  if (site.review !== "active") throw new AppError("conflict", PAYMENT_MESSAGES.pendingReview);
  return site;
}

/** How the payment of a subscription stands. */
export type Payment = { subscription: string; answer: SubscribeResponse };

/** `time`: now, also late in a request that Stripe keeps waiting. */
type Order = { user: Person; siteId: number; cardId: string; newKey: string; time(): number };

/**
 * Pays for a site with a saved card. The site's claim is taken before Stripe is asked; where Stripe gives no answer it
 * stays, so that what may have been begun is looked for before anything else is charged.
 * @throws AppError 402 with the bank's reason, 409 where the site has a subscription or a payment is under way.
 */
export async function subscribe(
  parts: Parts,
  { user, siteId, cardId: typedCardId, newKey, time }: Order,
): Promise<Payment> {
  const { db, payments, now } = parts;
  const { name } = await requireActiveSite(db, siteId, user.id);
  await resolveStaleClaim(parts, siteId);
  if (!(await insertClaim(db, { siteId, userId: user.id, key: newKey, now }))) throw paymentInProgress();
  let id: string;
  try {
    await requireNoSubscription(parts, siteId);
    const { customerId, cardId } = await requireCard(parts, user, typedCardId);
    const [directory, description] = [await findDirectory(db), invoiceDescription(name)];
    if (!(await renewClaim(db, newKey, time()))) throw paymentInProgress();
    id = await payments.subscribe({ directory, description, customerId, cardId, siteId, userId: user.id, key: newKey });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) await removeClaim(db, { key: newKey });
    throw error;
  }
  return confirmPayment(parts, id);
}

/**
 * How the payment of a subscription stands now, by Stripe, which is written. A first payment that was declined is ended,
 * so that another card can be tried.
 * @throws AppError 402 if it was declined, 409 if its bank still works on it.
 */
export async function confirmPayment(parts: Parts, id: string): Promise<Payment> {
  const { payments } = parts;
  const active: Payment = { subscription: id, answer: { status: "active" } };
  const [facts, payment] = [await syncSubscription(parts, id), await payments.readPaymentState(id)];
  if (payment.status === "requires_action") return { subscription: id, answer: payment };
  if (payment.status === "processing") throw paymentInProgress();
  if (payment.status === "declined") {
    if (facts?.status === "incomplete" && (await cancelUnconfirmed(parts, id))) return active;
    throw paymentDeclined(payment.reason);
  }
  // Paid between the two questions.
  if (facts?.status === "incomplete") await syncSubscription(parts, id);
  return active;
}

export const paymentDeclined = (reason: string) => new AppError("payment_declined", PAYMENT_MESSAGES.declined(reason));
export const paymentInProgress = () => new AppError("conflict", PAYMENT_MESSAGES.inProgress);

/** Finds out what became of a payment that was cut off, and frees its site. */
async function resolveStaleClaim(parts: Parts, siteId: number): Promise<void> {
  const [claim] = await listClaims(parts.db, { siteId });
  if (!claim) return;
  if (parts.now - claim.createdAt < CLAIM_STALE_MS) throw paymentInProgress();
  await resolveClaim(parts, claim);
}

/** Writes whatever the customer has at Stripe; a claim that led to nothing is given up. */
export async function resolveClaim(
  parts: Parts,
  claim: { key: string; createdAt: number; customerId: string | null },
): Promise<void> {
  const ids = claim.customerId ? await parts.payments.listSubscriptions(claim.customerId) : [];
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- One person's: few.
    await syncSubscription(parts, id);
  }
  await removeClaim(parts.db, claim);
}

/** A first payment that nobody confirmed gives way to a new one, as does what has ended; anything that runs does not. */
async function requireNoSubscription(parts: Parts, siteId: number): Promise<void> {
  const live = await findRunning(parts.db, siteId);
  if (!live) return;
  const facts = await syncSubscription(parts, live.id);
  if (!facts || hasEnded(facts.status)) return;
  if (facts.status === "incomplete") {
    const { status } = await parts.payments.readPaymentState(live.id);
    if (status === "processing") throw paymentInProgress();
    if (status !== "paid" && !(await cancelUnconfirmed(parts, live.id))) return;
  }
  throw new AppError("conflict", PAYMENT_MESSAGES.alreadyFeatured);
}

/** True where it was confirmed in another tab at this very moment: what is paid is not paid again. */
async function cancelUnconfirmed(parts: Parts, id: string): Promise<boolean> {
  await parts.payments.cancelNow(id);
  const facts = await syncSubscription(parts, id);
  return facts !== undefined && (paidUntil(facts) ?? 0) > parts.now;
}

export const isRefusedByBank = (error: unknown): error is PaymentsRefused & { reason: string } =>
  error instanceof PaymentsRefused && error.reason !== undefined;

/** The sentence for whoever asked, where the provider of payments gave no good answer. */
export function toPaymentError(error: unknown, message: string): unknown {
  if (isRefusedByBank(error)) return paymentDeclined(error.reason);
  if (!(error instanceof PaymentsUnavailable) && !(error instanceof PaymentsRefused)) return error;
  logError(error);
  return new AppError("provider_failed", message);
}
