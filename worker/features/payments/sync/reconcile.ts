import { inSequence } from "../in-sequence.ts";
import { writeReturns } from "./events.ts";
import { isOurs, intentIdOf } from "./read.ts";
import type { SyncParts } from "./parts.ts";
import { syncSubscription } from "./sync.ts";

const PAGE = 100;

/**
 * Fills the tables of money from Stripe, without mails. It gives what the running product has written.
 * @returns how many subscriptions there are, and how many were read.
 */
export async function reconcile(given: Omit<SyncParts, "config" | "onMail">): Promise<{ count: number; read: number }> {
  const parts: SyncParts = { ...given, config: null };
  const ids: string[] = [];
  for await (const one of parts.payments.stripe.subscriptions.list({ status: "all", limit: PAGE }))
    if (isOurs(one)) ids.push(one.id);
  const read = await inSequence(ids, async (id) => {
    const found = await syncSubscription(parts, id);
    for (const invoice of found?.invoices ?? []) await writeReturns(parts, intentIdOf(invoice)!, invoice, found!);
  });
  return { count: ids.length, read };
}
