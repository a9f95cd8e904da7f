import type { Stripe } from "stripe";
import { isInRange, matchesFilter, page, type Route, route } from "./api-route.ts";
import type { BalanceTransaction, Payout } from "./objects.ts";

export const BALANCE_ROUTES: Route[] = [
  route<Stripe.BalanceTransactionListParams>(
    "GET",
    "balance_transactions",
    ["created", "created.*", "currency", "payout", "source", "type", "limit", "starting_after", "expand.*"],
    ({ bank, params }) => {
      const matches = ({ id, created, currency, source, type }: BalanceTransaction) =>
        isInRange(created, params["created"]) &&
        matchesFilter(currency, params["currency"]) &&
        matchesFilter(bank.state.payouts[id], params["payout"]) &&
        matchesFilter(source, params["source"]) &&
        matchesFilter(type, params["type"]);
      return page("/v1/balance_transactions", params, bank.list<BalanceTransaction>("balance_transaction", matches));
    },
  ),
  route<Stripe.BalanceTransactionRetrieveParams>("GET", "balance_transactions/:id", ["expand.*"], ({ bank, id }) =>
    bank.find<BalanceTransaction>("balance_transaction", id),
  ),
  route<Stripe.PayoutListParams>(
    "GET",
    "payouts",
    ["arrival_date", "arrival_date.*", "created", "created.*", "status", "limit", "starting_after", "expand.*"],
    ({ bank, params }) => {
      const matches = ({ arrival_date, created, status }: Payout) =>
        isInRange(arrival_date, params["arrival_date"]) &&
        isInRange(created, params["created"]) &&
        matchesFilter(status, params["status"]);
      return page("/v1/payouts", params, bank.list<Payout>("payout", matches));
    },
  ),
  route<Stripe.PayoutRetrieveParams>("GET", "payouts/:id", ["expand.*"], ({ bank, id }) =>
    bank.find<Payout>("payout", id),
  ),
];
