import type { Stripe } from "stripe";
import { MINUTE_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { isMissing } from "../../../adapters/stripe/errors.ts";
import { AppError } from "../../../errors.ts";
import { sha256 } from "../../../http/signing.ts";
import { fieldError } from "../errors.ts";
import { findCustomer, saveCustomer } from "../queries.ts";
import { idOf } from "../sync/reading.ts";
import type { SyncParts } from "../sync/parts.ts";

export type Person = { id: number; email: string; firstName: string; lastName: string };

/** Stripe allows these here. None of them leaves a payment undecided for days, as a bank debit does. */
export const METHODS = ["card", "link"] as const;

/**
 * Runs `use` with the user's customer at Stripe, which is created if there is none, or if it was deleted there.
 * @throws AppError 502 if Stripe does not know the new customer either.
 */
export async function withCustomer<T>(
  parts: SyncParts,
  user: Person,
  use: (customer: string) => Promise<T>,
): Promise<T> {
  const known = await findCustomer(parts.db, user.id);
  if (known === null) return use(await createCustomer(parts, user, null));
  try {
    return await use(known);
  } catch (error) {
    if (!isCustomerMissing(error)) throw error;
    return use(await createCustomer(parts, user, known));
  }
}

const isCustomerMissing = (error: unknown) => isMissing(error) && (error as { param?: string }).param === "customer";

async function createCustomer({ db, payments, now }: SyncParts, user: Person, replaces: string | null) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const customer = { email: user.email, ...(name && { name }), metadata: { user_id: user.id } };
  // Two tabs create one customer. Stripe repeats its answer for 24 hours, even a 500, so the minute is a part of the key.
  const key = sha256(JSON.stringify([customer, replaces, Math.floor(now / MINUTE_MS)]));
  const { id } = await payments.stripe.customers.create(customer, { idempotencyKey: `customer-${key}` });
  return saveCustomer(db, user.id, { newId: id, replaces });
}

/** An address in that country stays: its owner has entered it in Stripe's portal. */
export async function saveCountry(stripe: Stripe, id: string, country: string): Promise<void> {
  const customer = await stripe.customers.retrieve(id);
  if (!customer.deleted && customer.address?.country !== country)
    await stripe.customers.update(id, { address: { country } });
}

/** Returns a client secret, with which the page saves a card for the customer. */
export async function beginCardSetup({ payments }: SyncParts, customer: string): Promise<string> {
  const { client_secret: secret } = await payments.stripe.setupIntents.create({
    customer,
    usage: "off_session",
    allowed_payment_method_types: [...METHODS],
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
    if (!(METHODS as readonly string[]).includes(card.type)) throw unknown();
    if (card.customer !== null) {
      if (idOf(card.customer) !== customer) throw unknown();
      return card.id;
    }
    // Attaching a test card by its name creates a card with another id: https://docs.stripe.com/testing
    return (await stripe.paymentMethods.attach(typed, { customer })).id;
  } catch (error) {
    if (isMissing(error)) throw isCustomerMissing(error) ? error : unknown();
    throw error;
  }
}
