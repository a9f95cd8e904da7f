import type { Stripe } from "stripe";
import { DAY_MS } from "#schema/dates.ts";
import type { Payments } from "../../ports.ts";

const PAGE = 100;
/** Money is paid out within this time, also with a monthly schedule: https://docs.stripe.com/payouts */
const PAYOUT_MS = 62 * DAY_MS;

export const payoutCalls = (stripe: Stripe): Pick<Payments, "listPayouts"> => ({
  async listPayouts({ from, to }) {
    const [gte, lt] = [toSeconds(from), toSeconds(to)];
    const created = { gte, lt: toSeconds(to + PAYOUT_MS) };
    const payouts: Stripe.Payout[] = [];
    for await (const payout of stripe.payouts.list({ created, limit: PAGE })) payouts.push(payout);
    const found = new Map<string, string>();
    // Stripe knows the transactions of automatic payouts only: https://docs.stripe.com/payouts/reconciliation
    // A payout that failed still lists them, but its money is in the balance again.
    const reads = payouts
      .filter(({ automatic, status }) => automatic && status !== "failed" && status !== "canceled")
      .map(async ({ id: payout }) => {
        const moves = stripe.balanceTransactions.list({ payout, created: { gte, lt }, limit: PAGE });
        for await (const { id } of moves) found.set(id, payout);
      });
    await Promise.all(reads);
    return found;
  },
});

const toSeconds = (ms: number) => Math.floor(ms / 1000);
