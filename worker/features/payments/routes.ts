import { type Context, Hono } from "hono";
import { DAY_MS } from "#schema/dates.ts";
import {
  type BillingDetails,
  billingForm,
  cancelForm,
  cardForm,
  type CardResponse,
  intentForm,
  LEDGER_PER_PAGE,
  type LedgerEntry,
  paidSiteForm,
  PAYMENT_MESSAGES,
  type PaymentIntent,
  planForm,
  type PlanResponse,
  previewForm,
  type SiteSubscription,
  subscribeForm,
} from "#schema/payments.ts";
import { LISTING_PRICE_CENTS, LISTING_CURRENCY } from "#schema/pricing.ts";
import { dashboardPath } from "#schema/paths.ts";
import type { Page } from "#schema/sites.ts";
import type { AppEnv } from "../../env.ts";
import type { Db } from "../../db/connection.ts";
import { toPage } from "../../db/paging.ts";
import { AppError } from "../../errors.ts";
import { PaymentsRefused } from "../../ports.ts";
import { logError } from "../../log.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { queryOf, requirePage } from "../../http/query.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { readAsUser, requireUser } from "../sessions/guards.ts";
import type { Actor } from "../sessions/signed-in.ts";
import { randomToken } from "../../http/signing.ts";
import { LIMITS } from "../../limits.ts";
import { editableSiteStatement, toEditableSite } from "../sites/owner/owner-sites.ts";
import { changePlan } from "./change-plan.ts";
import { syncPartsOf } from "./sync-parts.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { confirmWithinLimit, chargeWithinLimit } from "./declined-cards.ts";
import { findCustomer, findLedgerEntry, listLedger, listRunning, listSubscriptionsOf } from "./queries.ts";
import { hasEnded } from "./state.ts";
import { stopRenewal } from "./stop-renewal.ts";
import {
  beginCardSetup,
  confirmPayment,
  requireCard,
  requireOwnSite,
  requireActiveSite,
  subscribe,
  toPaymentError,
  withCustomer,
} from "./subscribe.ts";
import { PAPERS, toLedgerEntry, toSiteSubscription } from "./wire.ts";

const NO_BILLING: BillingDetails = {
  name: "",
  line1: "",
  line2: "",
  city: "",
  postal_code: "",
  state: "",
  country: "",
  tax_id: null,
};

/**
 * How long a link works after it was read from Stripe. Stripe says ten days:
 * https://docs.stripe.com/invoicing/hosted-invoice-page
 */
const LINK_MS = 9 * DAY_MS;

const RESUMABLE = new Set(["active", "trialing", "past_due"]);

/** /api/payments/ */
export const paymentRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", async (c) => {
    const [rows] = await readAsUser(c, (db, { id }) => db.batch([listSubscriptionsOf(db, id)]));
    const results = rows.map((row) => toSiteSubscription(row, c.var.ports.now()));
    return c.json({ results, count: results.length, page: 1, pages: 1 } satisfies Page<SiteSubscription>);
  })

  .get("/ledger", async (c) => {
    const site = queryOf(c).get("site_id");
    const siteId = site === null ? undefined : /^\d{1,15}$/.test(site) ? Number(site) : 0;
    const { rows, count } = await readAsUser(c, async (db, { id: userId }) =>
      listLedger(db, { userId, page: requirePage(c), ...(siteId !== undefined && { siteId }) }),
    );
    const ledger: Page<LedgerEntry> = toPage(
      rows.map((row) => toLedgerEntry(row, c.var.config.origin)),
      {
        count,
        page: requirePage(c),
        perPage: LEDGER_PER_PAGE,
      },
    );
    return c.json(ledger);
  })

  .get("/ledger/:id/:paper", async (c) => {
    const [id, paper] = [c.req.param("id"), PAPERS.get(c.req.param("paper"))];
    const find = (db: Db, user: Actor) => findLedgerEntry(db, Number(id), user);
    const { db, ports } = c.var;
    let found = await readAsUser(c, find);
    if (!paper || !found?.entry[paper]) throw new AppError("not_found", PAYMENT_MESSAGES.noPaper);
    const { entry, readAt } = found;
    if (ports.payments && readAt !== null && readAt < ports.now() - LINK_MS) {
      await countAttempt(c, [LIMITS.paymentCallsOfUser, c.var.user.id]);
      // If Stripe does not answer, its page for an old link says what to do.
      await syncSubscription(syncPartsOf(c, ports.payments), entry.subscriptionId).catch(logError);
      found = await find(db, c.var.user);
    }
    return c.redirect(found?.entry[paper] ?? entry[paper]);
  })

  .get("/billing", async (c) => {
    const customer = await readAsUser(c, (db, { id }) => findCustomer(db, id));
    return withPayments(c, PAYMENT_MESSAGES.noBilling, async ({ payments }) =>
      c.json((customer && (await payments.readBilling(customer))) ?? NO_BILLING),
    );
  })

  .use(smallBodyLimit, requireUser)

  .post("/intent", jsonBody(intentForm), async (c) => {
    const { user } = c.var;
    const { site_id: siteId } = c.req.valid("json");
    if (siteId !== undefined) await requireOwnSite(c.var.db, siteId, user.id);
    return withPayments(c, PAYMENT_MESSAGES.setupFailed, async (parts) => {
      await countAttempt(c, [LIMITS.cardSetupsOfUser, user.id]);
      const clientSecret = await beginCardSetup(parts, user);
      const intent: PaymentIntent = { clientSecret, amount: LISTING_PRICE_CENTS / 100, currency: LISTING_CURRENCY };
      return c.json(intent);
    });
  })

  .post("/subscribe", jsonBody(subscribeForm), async (c) => {
    const { payment_method_id: cardId, site_id: siteId, ...terms } = c.req.valid("json");
    const { promotion_code: promotionCode, same_day_as: sameDayAs, plan } = terms;
    const order = { user: c.var.user, siteId, cardId, plan, promotionCode, sameDayAs };
    return withPayments(c, PAYMENT_MESSAGES.failed, async (parts) => {
      // Strangers must not be able to guess codes here either.
      if (promotionCode) await countAttempt(c, [LIMITS.previewsOfUser, c.var.user.id]);
      const newKey = randomToken();
      return c.json(await chargeWithinLimit(c, () => subscribe(parts, { ...order, newKey, time: c.var.ports.now })));
    });
  })

  .post("/preview", jsonBody(previewForm), async (c) => {
    const { site_id: siteId, plan, promotion_code: promotionCode, same_day_as: sameDayAs } = c.req.valid("json");
    await countAttempt(c, [LIMITS.previewsOfUser, c.var.user.id]);
    return withPayments(c, PAYMENT_MESSAGES.notPreviewed, async (parts) => {
      const { previewPayment } = await import("./preview.ts");
      return c.json(await previewPayment(parts, c.var.user, { siteId, plan, promotionCode, sameDayAs }));
    });
  })

  .put("/billing", jsonBody(billingForm), async (c) => {
    const { user } = c.var;
    const details = c.req.valid("json");
    await countAttempt(c, [LIMITS.billingChangesOfUser, user.id]);
    return withPayments(c, PAYMENT_MESSAGES.billingNotSaved, async (parts) => {
      const write = async (customerId: string) =>
        (await parts.payments.writeBilling(customerId, details)) ? parts.payments.readBilling(customerId) : undefined;
      return c.json(await withCustomer(parts, user, write));
    });
  })

  .post("/confirm", jsonBody(paidSiteForm), async (c) => {
    const { site_id: siteId } = c.req.valid("json");
    await requireOwnSite(c.var.db, siteId, c.var.user.id);
    return withPayments(c, PAYMENT_MESSAGES.failed, async (parts) => {
      const { id } = await requireRunning(c, siteId);
      return c.json(await confirmWithinLimit(c, id, () => confirmPayment(parts, id)));
    });
  })

  .post("/cancel", jsonBody(cancelForm), async (c) => {
    const running = await requireRunning(c, c.req.valid("json").site_id);
    return withRunning(c, { id: running.id, message: PAYMENT_MESSAGES.notCancelled }, async (parts) => {
      const message = PAYMENT_MESSAGES[await stopRenewal(parts, running.id)];
      return c.json({ message, featured_until: await featuredUntil(c, running.siteId) });
    });
  })

  .post("/resume", jsonBody(paidSiteForm), async (c) => {
    const { site_id: siteId } = c.req.valid("json");
    const running = await requireRunning(c, siteId);
    await requireActiveSite(c.var.db, siteId, c.var.user.id);
    return withRunning(c, { id: running.id, message: PAYMENT_MESSAGES.failed }, async (parts) => {
      const facts = await syncSubscription(parts, running.id);
      if (!facts || !RESUMABLE.has(facts.status)) throw new AppError("conflict", PAYMENT_MESSAGES.cannotResume);
      await parts.payments.setRenewal(running.id, true);
      const resumed = await syncSubscription(parts, running.id);
      if (!resumed || hasEnded(resumed.status)) throw new AppError("conflict", PAYMENT_MESSAGES.cannotResume);
      return c.json({ message: PAYMENT_MESSAGES.resumed, featured_until: await featuredUntil(c, running.siteId) });
    });
  })

  .post("/plan", jsonBody(planForm), async (c) => {
    const { site_id: siteId, plan } = c.req.valid("json");
    const running = await requireRunning(c, siteId);
    return withRunning(c, { id: running.id, message: PAYMENT_MESSAGES.failed }, async (parts) => {
      await changePlan(parts, running.id, plan);
      const rows = await listSubscriptionsOf(c.var.db, c.var.user.id);
      const row = rows.find(({ subscription }) => subscription.id === running.id);
      const { featured_until = null, next_charge = null } = row ? toSiteSubscription(row, parts.now) : {};
      const message = PAYMENT_MESSAGES.planChanged(plan);
      return c.json({ message, featured_until, next_charge } satisfies PlanResponse);
    });
  })

  .post("/card", jsonBody(cardForm), async (c) => {
    const { payment_method_id: typedCardId, site_id: siteId } = c.req.valid("json");
    const running = await requireRunning(c, siteId);
    // A new card pays what is open, and nobody is charged for a listing that visitors do not see.
    await requireActiveSite(c.var.db, siteId, c.var.user.id);
    return withRunning(c, { id: running.id, message: PAYMENT_MESSAGES.failed }, async (parts) => {
      const facts = await syncSubscription(parts, running.id);
      if (!facts || hasEnded(facts.status)) throw new AppError("conflict", PAYMENT_MESSAGES.cannotResume);
      let charged: CardResponse["charged"] = null;
      const change = async () => {
        const { cardId } = await requireCard(parts, c.var.user, typedCardId);
        const paid = await parts.payments.changeCard(running.id, cardId);
        if (paid) charged = { amount_cents: paid.amountCents, currency: paid.currency };
        return confirmPayment(parts, running.id);
      };
      const answer = await chargeWithinLimit(c, change);
      return c.json({ ...answer, charged } satisfies CardResponse);
    });
  })

  .post("/portal", async (c) => {
    const customer = await findCustomer(c.var.db, c.var.user.id);
    if (!customer) throw new AppError("not_found", PAYMENT_MESSAGES.noSubscription);
    return withPayments(c, PAYMENT_MESSAGES.failed, async ({ payments }) =>
      c.json({ url: await payments.openPortal(customer, c.var.config.origin + dashboardPath) }),
    );
  });

type Parts = Parameters<typeof subscribe>[0];

/**
 * @throws AppError 503 if payments are not configured, 429 if the user has asked too often, 402 with a bank's reason, 502
 * with `message` if Stripe fails.
 */
async function withPayments(c: Context<AppEnv>, message: string, ask: (parts: Parts) => Promise<Response>) {
  const { ports, user } = c.var;
  if (!ports.payments) throw new AppError("not_set_up", PAYMENT_MESSAGES.notOpen);
  await countAttempt(c, [LIMITS.paymentCallsOfUser, user.id]);
  try {
    return await ask(syncPartsOf(c, ports.payments));
  } catch (error) {
    throw toPaymentError(error, message);
  }
}

/**
 * Like `withPayments`, for a change of a running subscription.
 * @throws AppError 409 if Stripe refuses the change because the subscription has ended: its listing is being deleted, say.
 */
const withRunning = (
  c: Context<AppEnv>,
  { id, message }: { id: string; message: string },
  change: (parts: Parts) => Promise<Response>,
) =>
  withPayments(c, message, async (parts) => {
    try {
      return await change(parts);
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      const read = await parts.payments.readSubscription(id);
      if (read && !hasEnded(read.status)) throw error;
      throw new AppError("conflict", PAYMENT_MESSAGES.cannotResume);
    }
  });

/** @throws AppError 404 if the user has no such subscription, 400 if there are several and `siteId` is undefined. */
async function requireRunning(c: Context<AppEnv>, siteId: number | undefined) {
  const running = await listRunning(c.var.db, { userId: c.var.user.id, ...(siteId !== undefined && { siteId }) });
  if (running.length > 1) throw new AppError("bad_input", PAYMENT_MESSAGES.severalSubscriptions);
  if (!running[0]) throw new AppError("not_found", PAYMENT_MESSAGES.noSubscription);
  return running[0];
}

/** ISO 8601. It includes the time that staff granted. */
async function featuredUntil({ var: { db, ports, user } }: Context<AppEnv>, siteId: number | null) {
  const [row] = siteId === null ? [] : await editableSiteStatement(db, user, { id: siteId });
  return row ? toEditableSite(row, ports.now()).featured_until : null;
}
