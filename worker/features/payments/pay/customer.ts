import { and, eq, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import { PAYMENT_MESSAGES, PAYMENT_METHODS } from "#schema/payments/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import { isMissing, undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import { AppError } from "../../../errors.ts";
import { logError } from "../../../log.ts";
import { fieldError } from "../errors.ts";
import { findCustomer } from "../queries.ts";
import { idOf } from "../sync/reading.ts";
import type { SyncParts } from "../sync/parts.ts";

export type Person = { id: number; email: string; firstName: string; lastName: string };

/** The user's customer at Stripe. It is created if there is none, or if it was deleted there. */
export async function customerOf({ db, payments: { stripe } }: SyncParts, user: Person): Promise<Stripe.Customer> {
  const known = await findCustomer(db, user.id);
  const found = known === null ? undefined : await stripe.customers.retrieve(known).catch(undefinedIfMissing);
  if (found && !found.deleted) return found;
  const name = `${user.firstName} ${user.lastName}`.trim();
  const created = await stripe.customers.create({
    email: user.email,
    ...(name && { name }),
    metadata: { user_id: user.id },
  });
  const saved = await db
    .update(users)
    .set({ stripeCustomerId: created.id })
    .where(and(eq(users.id, user.id), sql`${users.stripeCustomerId} IS ${known}`))
    .returning({ id: users.id });
  if (saved.length > 0) return created;
  // Another tab was faster, or the account is deleted.
  await stripe.customers.del(created.id).catch(logError);
  const other = await findCustomer(db, user.id);
  const others = other === null ? undefined : await stripe.customers.retrieve(other);
  if (!others || others.deleted) throw new AppError("conflict", PAYMENT_MESSAGES.inProgress);
  return others;
}

/** An address in that country stays: its owner has entered it in Stripe's portal. */
export async function saveCountry(stripe: Stripe, { id, address }: Stripe.Customer, country: string): Promise<void> {
  if (address?.country !== country) await stripe.customers.update(id, { address: { country } });
}

/** Returns a client secret, with which the page saves a card for the customer. */
export async function beginCardSetup({ payments }: SyncParts, customer: string): Promise<string> {
  const { client_secret: secret } = await payments.stripe.setupIntents.create({
    customer,
    usage: "off_session",
    allowed_payment_method_types: [...PAYMENT_METHODS],
  });
  if (secret === null) throw new AppError("provider_failed", PAYMENT_MESSAGES.setupFailed);
  return secret;
}

/**
 * Attaches the card to the customer, unless it is attached already. Returns its id.
 * @throws AppError 400 if the card is unknown, belongs to another customer, or is none that may pay.
 */
export async function attachCard(
  { payments: { stripe } }: SyncParts,
  customer: string,
  typed: string,
): Promise<string> {
  const unknown = () => fieldError("payment_method_id", PAYMENT_MESSAGES.cardUnknown);
  try {
    const card = await stripe.paymentMethods.retrieve(typed);
    if (!(PAYMENT_METHODS as readonly string[]).includes(card.type)) throw unknown();
    if (card.customer !== null) {
      if (idOf(card.customer) !== customer) throw unknown();
      return card.id;
    }
    // Attaching a test card by its name creates a card with another id: https://docs.stripe.com/testing
    return (await stripe.paymentMethods.attach(typed, { customer })).id;
  } catch (error) {
    throw isMissing(error) ? unknown() : error;
  }
}
