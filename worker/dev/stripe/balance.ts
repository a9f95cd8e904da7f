import type { BalanceTransaction, Payout } from "./objects.ts";
import { startOfDay, newBalanceTransaction, newPayout } from "./objects/balance.ts";
import { type Due, Store } from "./store.ts";

const DAY_S = 86_400;
/** Kinds of moves with Stripe's types: https://docs.stripe.com/reports/balance-transaction-types */
const MOVES = {
  charge: { type: "charge", reporting_category: "charge" },
  payment: { type: "payment", reporting_category: "charge" },
  refund: { type: "refund", reporting_category: "refund" },
  payment_refund: { type: "payment_refund", reporting_category: "refund" },
  payment_failure_refund: { type: "payment_failure_refund", reporting_category: "charge_failure" },
  refund_failure: { type: "refund_failure", reporting_category: "refund_failure" },
  dispute: { type: "adjustment", reporting_category: "dispute" },
  dispute_reversal: { type: "adjustment", reporting_category: "dispute_reversal" },
  payout: { type: "payout", reporting_category: "payout" },
  payout_failure: { type: "payout_failure", reporting_category: "payout_reversal" },
} as const;
export type Move = keyof typeof MOVES;

type Sums = { count: number; amount: number; fee: number; net: number };

/** The balance of the stand-in's account: https://docs.stripe.com/payments/balances. Amounts are cents. */
export class Balance extends Store {
  /** `amount` is negative if money leaves the account. `method`: the type of the payment method. */
  move(kind: Move, given: { source: string; amount: number; currency: string; method?: string }): BalanceTransaction {
    const move = { id: this.id("txn"), created: this.nowSeconds, ...MOVES[kind], ...given };
    return this.save(newBalanceTransaction(move));
  }

  protected override due(): Due[] {
    const at = (this.state.payoutsUntil ?? startOfDay(this.nowSeconds)) + DAY_S;
    return [...super.due(), { at, run: () => this.settleBalance() }];
  }

  /**
   * Makes each day's payout at midnight UTC, and lets those that have arrived be paid. A negative balance waits for
   * more money: https://docs.stripe.com/payouts#negative-payouts
   */
  protected settleBalance(): void {
    const today = startOfDay(this.nowSeconds);
    this.state.payoutsUntil ??= today;
    while (this.state.payoutsUntil < today) {
      this.state.payoutsUntil += DAY_S;
      this.#payOut(this.state.payoutsUntil);
    }
  }

  #payOut(midnight: number): void {
    for (const payout of this.list<Payout>("payout", (one) => one.status === "in_transit")) {
      if (payout.arrival_date > midnight) continue;
      payout.status = "paid";
      payout.reconciliation_status = "completed";
      this.emit("payout.paid", payout);
      this.emit("payout.reconciliation_completed", payout);
    }
    const ready = this.#ready(midnight);
    for (const one of ready) one.status = "available";
    const amount = ready.reduce((sum, { net }) => sum + net, 0);
    if (amount <= 0) return;
    const { currency } = ready[0]!;
    const id = this.id("po");
    const move = this.save(
      newBalanceTransaction({
        id: this.id("txn"),
        created: midnight,
        source: id,
        amount: -amount,
        currency,
        ...MOVES.payout,
      }),
    );
    const payout = this.save(
      newPayout({
        id,
        created: midnight,
        amount,
        currency,
        arrival_date: midnight + DAY_S,
        balance_transaction: move.id,
      }),
    );
    for (const one of [...ready, move]) this.state.payouts[one.id] = id;
    this.emit("payout.created", payout);
  }

  /** What is not paid out yet. */
  #ready = (now: number): BalanceTransaction[] =>
    this.list<BalanceTransaction>(
      "balance_transaction",
      (one) => one.type !== "payout" && one.available_on <= now && !this.state.payouts[one.id],
    );

  /** The available balance in cents. Pending amounts do not count: https://docs.stripe.com/payments/balances */
  protected get available(): number {
    return this.#ready(this.nowSeconds).reduce((sum, { net }) => sum + net, 0);
  }

  /**
   * The bank sends a payout back. The money is in the balance again, and part of a later payout:
   * https://docs.stripe.com/payouts#payout-failures
   */
  failPayout(payout: Payout): void {
    const { id: source, amount, currency } = payout;
    Object.assign(payout, {
      status: "failed",
      failure_code: "account_closed",
      failure_message: "The bank account has been closed.",
      failure_balance_transaction: this.move("payout_failure", { source, amount, currency }).id,
    } satisfies Partial<Payout>);
    this.emit("payout.failed", payout);
  }

  /**
   * Sums what was created from `from` to before `to` (Unix seconds), by reporting category and without payouts:
   * https://docs.stripe.com/reports/balance
   */
  balanceReport({ from, to }: { from: number; to: number }): { total: Sums; categories: Record<string, Sums> } {
    const moves = this.list<BalanceTransaction>(
      "balance_transaction",
      ({ created, type }) => created >= from && created < to && type !== "payout" && type !== "payout_failure",
    );
    const categories = Map.groupBy(moves, ({ reporting_category }) => reporting_category);
    return {
      total: sumsOf(moves),
      categories: Object.fromEntries([...categories].map(([name, all]) => [name, sumsOf(all)])),
    };
  }
}

function sumsOf(moves: BalanceTransaction[]): Sums {
  const sum = (name: "amount" | "fee" | "net") => moves.reduce((total, one) => total + one[name], 0);
  return { count: moves.length, amount: sum("amount"), fee: sum("fee"), net: sum("net") };
}
