import { and, count as countOf, desc, eq } from "drizzle-orm";
import { Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { toIso } from "#schema/values/dates.ts";
import { LEDGER_PER_PAGE, type LedgerEntry, PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { payments } from "#schema/tables/payments.ts";
import type { Db } from "../../../db/connection.ts";
import { pageOffset, toPage } from "../../../db/paging.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { requirePage } from "../../../http/query.ts";
import { requireUser } from "../../sessions/guards.ts";
import { type Actor, isStaff } from "../../../signed-in.ts";
import { withPayments } from "../parts.ts";

/** /api/payments/ledger/ */
export const ledgerRoutes = new Hono<AppEnv>({ strict: false })
  .use(requireUser)

  .get("/", async (c) => {
    const page = requirePage(c);
    const { rows, count } = await listLedger(c.var.db, { userId: c.var.user.id, page });
    const entries = rows.map((row) => toEntry(row, c.var.config.origin));
    return c.json<Answers["GET payments/ledger/"]>(toPage(entries, { count, page, perPage: LEDGER_PER_PAGE }));
  })

  /** Stripe's links expire, so they are read when they are used: https://docs.stripe.com/invoicing/hosted-invoice-page */
  .get("/:id/invoice", async (c) => {
    const entry = await findEntry(c.var.db, Number(c.req.param("id")), c.var.user);
    if (!entry?.invoiceId) throw new AppError("not_found", PAYMENT_MESSAGES.noInvoice);
    const { hosted_invoice_url: url } = await withPayments(
      c,
      PAYMENT_MESSAGES.invoiceFailed,
      ({ payments: { stripe } }) => stripe.invoices.retrieve(entry.invoiceId),
    );
    if (!url) throw new AppError("not_found", PAYMENT_MESSAGES.noInvoice);
    return c.redirect(url);
  });

const toEntry = (row: typeof payments.$inferSelect, origin: string): LedgerEntry => ({
  id: row.id,
  kind: row.kind,
  site_id: row.siteId,
  site_name: row.siteName,
  amount_cents: row.amountCents,
  currency: row.currency,
  period_start: row.periodStart === null ? null : toIso(row.periodStart),
  period_end: row.periodEnd === null ? null : toIso(row.periodEnd),
  invoice_url: row.invoiceId && `${origin}/api/payments/ledger/${row.id}/invoice/`,
  detail: row.detail,
  happened_at: toIso(row.happenedAt),
});

/** An entry of the ledger that `user` may read. Staff may read all. */
async function findEntry(db: Db, id: number, user: Actor) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), isStaff(user) ? undefined : eq(payments.userId, user.id)));
  return row;
}

async function listLedger(db: Db, { userId, page }: { userId: number; page: number }) {
  const where = eq(payments.userId, userId);
  const [[total], rows] = await db.batch([
    db.select({ count: countOf() }).from(payments).where(where),
    db
      .select()
      .from(payments)
      .where(where)
      .orderBy(desc(payments.happenedAt), desc(payments.id))
      .limit(LEDGER_PER_PAGE)
      .offset(pageOffset(page, LEDGER_PER_PAGE)),
  ]);
  return { rows, count: total?.count ?? 0 };
}
