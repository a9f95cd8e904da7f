import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import {
  cancelForm,
  cardForm,
  intentForm,
  paidSiteForm,
  PAYMENT_MESSAGES,
  promotionForm,
  subscribeForm,
} from "#schema/payments/payments.ts";
import { LISTING_CURRENCY, LISTING_PRICE_CENTS } from "#schema/payments/pricing.ts";
import { dashboardPath } from "#schema/pages/paths.ts";
import { PROMOTION_MESSAGES } from "#schema/payments/promotions.ts";
import { openPortal } from "../../../adapters/stripe/portal.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { countAttempt } from "../../../http/rate-limit.ts";
import { LIMITS } from "../../../http/limits.ts";
import { requireUser } from "../../sessions/guards.ts";
import { editableSiteStatement, toEditableSite } from "../../sites/read/owner-sites.ts";
import { withPayments } from "../parts.ts";
import { findRunning, listRunning, listSubscriptionsOf } from "../queries.ts";
import { toSiteSubscription } from "../wire.ts";
import { changeCard, resume, stopRenewal } from "./change.ts";
import { beginCardSetup, customerOf } from "./customer.ts";
import { chargeWithinLimit } from "./declined-cards.ts";
import { requirePromotion } from "./promotion.ts";
import { paymentOf, requireActiveSite, requireOwnSite, subscribe } from "./subscribe.ts";

/** /api/payments/ */
export const payRoutes = new Hono<AppEnv>({ strict: false })
  .use(requireUser, smallBodyLimit)

  .get("/", async (c) => {
    const rows = await listSubscriptionsOf(c.var.db, c.var.user.id);
    const results = rows.map((row) => toSiteSubscription(row, c.var.ports.now()));
    return c.json<Answers["GET payments/"]>({ results, count: results.length, page: 1, pages: 1 });
  })

  .post("/intent", jsonBody(intentForm), async (c) => {
    const { user, db } = c.var;
    const { site_id: siteId } = c.req.valid("json");
    if (siteId !== undefined) await requireOwnSite(db, siteId, user.id);
    return withPayments(c, PAYMENT_MESSAGES.setupFailed, async (parts) => {
      await countAttempt(c, [LIMITS.cardSetupsOfUser, user.id]);
      // A person can have several customers. A card for a running subscription is saved for the one that pays it.
      const running = siteId === undefined ? undefined : await findRunning(db, siteId);
      const clientSecret = await beginCardSetup(parts, running?.customerId ?? (await customerOf(parts, user)).id);
      return c.json<Answers["POST payments/intent/"]>({
        clientSecret,
        amount: LISTING_PRICE_CENTS / 100,
        currency: LISTING_CURRENCY,
      });
    });
  })

  .post("/promotion", jsonBody(promotionForm), async (c) => {
    const { plan, promotion_code: code } = c.req.valid("json");
    // Strangers must not be able to guess codes.
    await countAttempt(c, [LIMITS.promotionCodesOfUser, c.var.user.id]);
    return withPayments(c, PROMOTION_MESSAGES.failed, async ({ payments, now }) => {
      const { coupon, ...found } = await requirePromotion(payments, { code, plan, now });
      const { percent_off, amount_off } = coupon;
      const duration = coupon.duration === "once" ? "once" : "forever";
      return c.json<Answers["POST payments/promotion/"]>({ code: found.code, percent_off, amount_off, duration });
    });
  })

  .post("/subscribe", jsonBody(subscribeForm), async (c) => {
    const form = c.req.valid("json");
    return withPayments(c, PAYMENT_MESSAGES.failed, async (parts) => {
      if (form.promotion_code) await countAttempt(c, [LIMITS.promotionCodesOfUser, c.var.user.id]);
      return c.json<Answers["POST payments/subscribe/"]>(
        await chargeWithinLimit(c, () => subscribe(parts, c.var.user, form)),
      );
    });
  })

  .post("/confirm", jsonBody(paidSiteForm), async (c) =>
    withPayments(c, PAYMENT_MESSAGES.failed, async (parts) => {
      const { id } = await requireRunning(c, c.req.valid("json").site_id);
      return c.json<Answers["POST payments/confirm/"]>(await paymentOf(parts, id));
    }),
  )

  .post("/cancel", jsonBody(cancelForm), async (c) =>
    withPayments(c, PAYMENT_MESSAGES.notCancelled, async (parts) => {
      const { id, siteId } = await requireRunning(c, c.req.valid("json").site_id);
      const message = PAYMENT_MESSAGES[await stopRenewal(parts, id)];
      return c.json<Answers["POST payments/cancel/"]>({ message, featured_until: await featuredUntil(c, siteId) });
    }),
  )

  .post("/resume", jsonBody(paidSiteForm), async (c) =>
    withPayments(c, PAYMENT_MESSAGES.failed, async (parts) => {
      const { id, siteId } = await requireRunning(c, c.req.valid("json").site_id);
      await requireActiveSite(c.var.db, siteId!, c.var.user.id);
      await resume(parts, id);
      return c.json<Answers["POST payments/resume/"]>({
        message: PAYMENT_MESSAGES.resumed,
        featured_until: await featuredUntil(c, siteId),
      });
    }),
  )

  .post("/card", jsonBody(cardForm), async (c) =>
    withPayments(c, PAYMENT_MESSAGES.failed, async (parts) => {
      const { payment_method_id: typed, site_id } = c.req.valid("json");
      const { id } = await requireRunning(c, site_id);
      // A new card pays what is open, and nobody is charged for a listing that visitors do not see.
      await requireActiveSite(c.var.db, site_id, c.var.user.id);
      return c.json<Answers["POST payments/card/"]>(await chargeWithinLimit(c, () => changeCard(parts, id, typed)));
    }),
  )

  .post("/portal", jsonBody(paidSiteForm), async (c) =>
    withPayments(c, PAYMENT_MESSAGES.failed, async ({ payments: { stripe } }) => {
      const { customerId: customer } = await requireRunning(c, c.req.valid("json").site_id);
      return c.json<Answers["POST payments/portal/"]>({
        url: await openPortal(stripe, { customer, return_url: c.var.config.origin + dashboardPath }),
      });
    }),
  );

/** @throws AppError 404 if the user has no such subscription, 400 if there are several and `siteId` is undefined. */
async function requireRunning({ var: { db, user } }: Context<AppEnv>, siteId: number | undefined) {
  const all = await listRunning(db, { userId: user.id });
  const running = siteId === undefined ? all : all.filter((one) => one.siteId === siteId);
  if (running.length > 1) throw new AppError("bad_input", PAYMENT_MESSAGES.severalSubscriptions);
  if (!running[0]) throw new AppError("not_found", PAYMENT_MESSAGES.noSubscription);
  return running[0];
}

/** ISO 8601. It includes the time that staff granted. */
async function featuredUntil({ var: { db, ports, user } }: Context<AppEnv>, siteId: number | null) {
  const [row] = siteId === null ? [] : await editableSiteStatement(db, user, { id: siteId });
  return row ? toEditableSite(row, ports.now()).featured_until : null;
}
