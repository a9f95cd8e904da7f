import { and, eq, gte, lt, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { toIso } from "#schema/dates.ts";
import { balanceMoves, payments } from "#schema/tables/payments.ts";
import type { Db } from "../../db/connection.ts";
import { nullable, queryRows, type RowOf } from "../../db/raw.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { queryOf } from "../../http/query.ts";
import { toCsvLine } from "./csv.ts";
import { toPaymentError } from "./subscribe.ts";

/** Rows of one query. A month of 50,000 rows takes 50 of the 1,000 queries that D1 allows a request. */
const ROWS_PER_QUERY = 1000;

const COLUMNS = [
  "date",
  "kind",
  "site",
  "site_id",
  "invoice_number",
  "country",
  "currency",
  "gross",
  "net_of_tax",
  "tax",
  "fee",
  "net_to_balance",
  "balance_transaction",
  "payout_id",
  "stripe_id",
];

/**
 * GET /api/admin/ledger/?month=YYYY-MM: a month (UTC) of the books as a CSV file in UTF-8. It has a line for each movement
 * of money at Stripe, so the sums of `gross`, `fee` and `net_to_balance` are those of Stripe's balance report, and a line
 * of zeros for each gift. Amounts are in the currency's main unit, positive if the account got the money.
 * @throws AppError 400 if `month` is not valid, 502 if Stripe does not say what was paid out.
 */
export async function exportLedger(c: Context<AppEnv>): Promise<Response> {
  const month = requireMonth(c);
  const { db, ports } = c.var;
  const payouts = await Promise.resolve(ports.payments?.listPayouts(month) ?? new Map<string, string>()).catch(
    (error: unknown) => {
      throw toPaymentError(error, ADMIN_MESSAGES.ledgerFailed);
    },
  );
  const encoder = new TextEncoder();
  const lines = toLines(db, month, payouts);
  // Before the response begins, so that a failure of D1 is an error and not a file without rows.
  let next = await lines.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
      next = await lines.next();
    },
  });
  return c.body(body, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="ledger-${month.name}.csv"`,
  });
}

/** Unix ms: from `from` to before `to`. */
type Month = { name: string; from: number; to: number };

function requireMonth(c: Context<AppEnv>): Month {
  const name = queryOf(c).get("month") ?? "";
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (!year) throw new AppError("bad_input", ADMIN_MESSAGES.month, { fields: { month: ADMIN_MESSAGES.month } });
  return { name, from: Date.UTC(Number(year), Number(month) - 1), to: Date.UTC(Number(year), Number(month)) };
}

/** Yields the lines of one query as one text, the first with the names of the columns. */
async function* toLines(db: Db, month: Month, payouts: Map<string, string>): AsyncGenerator<string> {
  let head = toCsvLine(COLUMNS);
  let after: Row | undefined;
  do {
    const rows = await selectRows(db, month, after);
    yield head + rows.map((row) => toLine(row, payouts)).join("");
    head = "";
    after = rows.length < ROWS_PER_QUERY ? undefined : rows.at(-1);
  } while (after);
}

const moved = balanceMoves;
const invoice = alias(payments, "invoice");
const own = alias(payments, "own");
const before = alias(balanceMoves, "before");

/** What was given back of the invoice's payment before this row: refunds and disputes, without those that failed. */
const returnedBefore = sql<number>`coalesce((SELECT -sum(${before.amountCents}) FROM ${balanceMoves} AS before
  WHERE ${before.invoiceId} = ${moved.invoiceId} AND ${before.kind} <> 'payment'
  AND (${before.happenedAt}, ${before.id}) < (${moved.happenedAt}, ${moved.id})), 0)`;

const moveSelection = {
  happenedAt: moved.happenedAt,
  id: moved.id,
  kind: sql<string>`${moved.kind}`,
  amountCents: moved.amountCents,
  feeCents: moved.feeCents,
  netCents: moved.netCents,
  currency: moved.currency,
  stripeId: moved.ledgerId,
  siteName: nullable(own.siteName),
  siteId: nullable(own.siteId),
  number: nullable(invoice.invoiceNumber),
  country: nullable(invoice.country),
  paidCents: nullable(invoice.amountCents),
  taxCents: nullable(invoice.taxCents),
  returnedBefore: returnedBefore.mapWith(Number),
};

type Row = RowOf<typeof moveSelection>;

/** The rows of the month after the row `after`, oldest first: movements of money and gifts. */
function selectRows(db: Db, { from, to }: Month, after: Row | undefined): PromiseLike<Row[]> {
  const next = (time: SQLiteColumn, id: SQLiteColumn) =>
    sql`${and(
      gte(time, after?.happenedAt ?? from),
      lt(time, to),
      after && sql`(${time}, ${id}) > (${after.happenedAt}, ${after.id})`,
    )} ORDER BY ${time}, ${id} LIMIT ${ROWS_PER_QUERY}`;
  return queryRows(
    db,
    moveSelection,
    (columns) => sql`SELECT * FROM (
      SELECT ${columns} FROM ${moved}
      LEFT JOIN ${payments} AS own ON ${own.stripeId} = ${moved.ledgerId}
      LEFT JOIN ${payments} AS invoice ON ${invoice.stripeId} = ${moved.invoiceId}
      WHERE ${next(moved.happenedAt, moved.id)}
    ) UNION ALL SELECT * FROM (
      SELECT ${payments.happenedAt}, ${payments.stripeId}, ${payments.kind}, 0, 0, 0, ${payments.currency},
        ${payments.stripeId}, ${payments.siteName}, ${payments.siteId}, NULL, NULL, NULL, NULL, 0
      FROM ${payments} WHERE ${eq(payments.kind, "grant")} AND ${next(payments.happenedAt, payments.stripeId)}
    ) ORDER BY "happenedAt", "id" LIMIT ${ROWS_PER_QUERY}`,
  );
}

function toLine(row: Row, payouts: Map<string, string>): string {
  const { id, kind, currency, amountCents } = row;
  const tax = taxOf(row);
  const money = (cents: number) => cents / 10 ** decimalsOf(currency);
  return toCsvLine([
    toIso(row.happenedAt),
    kind,
    row.siteName ?? "",
    row.siteId ?? "",
    row.number ?? "",
    row.country ?? "",
    currency.toUpperCase(),
    money(amountCents),
    money(amountCents - tax),
    money(tax),
    money(row.feeCents),
    money(row.netCents),
    kind === "grant" ? "" : id,
    payouts.get(id) ?? "",
    row.stripeId,
  ]);
}

/**
 * The tax in a row, in cents. What is given back has its share of the payment's tax. The share is rounded for all that has
 * been given back so far, so the tax of a payment that was given back whole, in any number of parts, is 0 in the end.
 */
export function taxOf({
  kind,
  amountCents,
  returnedBefore: already,
  paidCents,
  taxCents,
}: Pick<Row, "kind" | "amountCents" | "returnedBefore" | "paidCents" | "taxCents">): number {
  if (!taxCents || !paidCents) return 0;
  const share = (cents: number) => Math.round((cents * taxCents) / paidCents);
  return kind === "payment" ? share(amountCents) : share(already) - share(already - amountCents);
}

const decimals = new Map<string, number>();

/** How many decimals amounts of a currency have: 2 for euro, 0 for yen. */
function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  decimals.set(currency, maximumFractionDigits!);
  return maximumFractionDigits!;
}
