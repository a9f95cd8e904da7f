import { DAY_MS } from "#schema/dates.ts";
import { type Plan, PLANS } from "#schema/pricing.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { Db } from "../../db/connection.ts";
import { AppError } from "../../errors.ts";
import { PaymentsRefused, type PromotionFacts } from "../../ports.ts";
import { findDirectory, listSubscriptionsOf } from "./queries.ts";
import type { SyncParts } from "./sync-subscription.ts";
import { toSiteSubscription } from "./wire.ts";

/** A shorter first period could cost less than the 0.50 EUR that Stripe charges at least. */
const FIRST_PERIOD_MIN_DAYS = 3;

/** `sameDayAs` is the site whose charge day the subscription takes. */
export type Order = {
  siteId: number;
  plan: Plan;
  promotionCode?: string | undefined;
  sameDayAs?: number | undefined;
};

/** `anchor`: the time of the second charge in Unix ms, if it is not one period after the first. */
export type OrderTerms = { plan: Plan; promotion?: PromotionFacts; anchor?: number };

/**
 * Checks what an order asks for beside the price.
 * @throws AppError 400 with `fields.promotion_code` or `fields.same_day_as`.
 */
export async function requireOrderTerms(
  { db, payments, now }: SyncParts,
  { id: userId }: { id: number },
  order: Order,
): Promise<OrderTerms> {
  const { plan, promotionCode, sameDayAs } = order;
  const terms: OrderTerms = { plan };
  if (sameDayAs !== undefined) {
    const found = (await listChargeDays(db, { userId, ...order }, now)).find(({ siteId }) => siteId === sameDayAs);
    const message = PAYMENT_MESSAGES.noSameDay;
    if (!found) throw new AppError("bad_input", message, { fields: { same_day_as: message } });
    terms.anchor = found.at;
  }
  if (promotionCode) {
    // A share of a discounted price could be less than Stripe charges.
    const message = PAYMENT_MESSAGES.notBoth;
    if (terms.anchor !== undefined) throw new AppError("bad_input", message, { fields: { same_day_as: message } });
    const { requirePromotion } = await import("./promotions.ts");
    const directory = await findDirectory(db);
    terms.promotion = await requirePromotion(payments, { directory, code: promotionCode, plan });
  }
  return terms;
}

/**
 * Runs a call to the provider that uses the terms.
 * @throws AppError 400 with `fields.promotion_code` if the provider refuses the promotion.
 */
export async function withTerms<T>(
  { db, payments }: SyncParts,
  { promotion }: OrderTerms,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!promotion || !(error instanceof PaymentsRefused) || error.field !== "promotion_code") throw error;
    const { promotionRefused } = await import("./promotions.ts");
    throw await promotionRefused(payments, { directory: await findDirectory(db), code: promotion.code });
  }
}

export type ChargeDay = { siteId: number; siteName: string; at: number };

/** The charge days that an order can take: those of the user's other subscriptions of this plan. `at` is Unix ms. */
export async function listChargeDays(
  db: Db,
  { userId, siteId, plan }: { userId: number; siteId: number; plan: Plan },
  now: number,
): Promise<ChargeDay[]> {
  const rows = await listSubscriptionsOf(db, userId);
  return rows.flatMap((row) => {
    const { site_id, site_name: siteName, plan: other, next_charge: next } = toSiteSubscription(row, now);
    if (site_id === siteId || other !== plan || !next) return [];
    const at = Date.parse(next.at);
    const days = (at - now) / DAY_MS;
    return days >= FIRST_PERIOD_MIN_DAYS && days < PLANS[plan].days ? [{ siteId: site_id, siteName, at }] : [];
  });
}
