import type { Context } from "hono";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { LISTING_CURRENCY } from "#schema/pricing.ts";
import { promotionForm, PROMOTION_MESSAGES, type Promotion } from "#schema/promotions.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { readJson } from "../../http/body.ts";
import type { Payments, PromotionFacts } from "../../ports.ts";
import type { Input } from "../audit/audited.ts";
import { authorOf } from "../audit/staff-changes.ts";
import { auditElsewhere } from "../audit/statements.ts";
import { readAsStaff } from "../sessions/guards.ts";
import { toPromotion } from "./promotions.ts";
import { findDirectory } from "./queries.ts";
import { toPaymentError } from "./subscribe.ts";

// Stripe alone keeps promotions: the discount, the limit and how often a code was used cannot differ from what it charges.

/** GET /api/admin/promotions/. @throws AppError 401 and 403 of `readAsStaff`. */
export async function listPromotions(c: Context<AppEnv>): Promise<Response> {
  const directory = await readAsStaff(c, findDirectory);
  return withPromotions(c, async (payments) => {
    const results: Promotion[] = (await payments.listPromotions(directory)).map(toPromotion);
    return c.json({ results });
  });
}

/** POST /api/admin/promotions/ with `promotionForm`. */
export const createPromotion = (c: Context<AppEnv>) =>
  withPromotions(c, async (payments) => {
    const directory = await findDirectory(c.var.db);
    const { ends_at: end, ...form } = await readJson(c, promotionForm);
    const endsAt = end === null ? null : Date.parse(end);
    if (endsAt !== null && endsAt <= c.var.ports.now()) throw refusal("ends_at", PROMOTION_MESSAGES.end);
    const code = form.code.toUpperCase();
    const promotion = {
      directory,
      code,
      percentOff: form.percent_off,
      amountOffCents: form.amount_off_cents,
      currency: LISTING_CURRENCY,
      duration: form.duration,
      months: form.months,
      maxRedemptions: form.max_redemptions,
      endsAt,
      firstTimeOnly: form.first_time_only,
    };
    const after = { ...form, code, ends_at: end };
    const created = await payments.createPromotion(promotion, () => audit(c, code, { before: {}, after }));
    if (!created) throw refusal("code", PROMOTION_MESSAGES.codeTaken);
    return c.json(toPromotion(created), 201);
  });

/** POST /api/admin/promotions/{id}/end/. Subscriptions that have used the code keep their discount. Idempotent. */
export const endPromotion = (c: Context<AppEnv>, id: string) =>
  withPromotions(c, async (payments) => {
    const directory = await findDirectory(c.var.db);
    const log = ({ code, state }: PromotionFacts) =>
      audit(c, code, { before: { state }, after: { state: "ended" satisfies Promotion["state"] } });
    const ended = await payments.endPromotion({ directory, id }, log);
    if (!ended) throw new AppError("not_found", PROMOTION_MESSAGES.unknownId);
    return c.json(toPromotion(ended));
  });

/** Runs before the change at Stripe, so that none is without its entry. If Stripe then fails, the entry tells of a try. */
async function audit(c: Context<AppEnv>, code: string, change: { before: Input; after: Input }): Promise<void> {
  await c.var.db.batch([auditElsewhere(c.var.db, authorOf(c), "payments.promotion", { id: code, ...change })]);
}

const refusal = (field: string, message: string) =>
  new AppError("bad_input", message, { fields: { [field]: message } });

async function withPromotions(
  { var: { ports } }: Context<AppEnv>,
  ask: (payments: Payments) => Promise<Response>,
): Promise<Response> {
  if (!ports.payments) throw new AppError("not_set_up", PAYMENT_MESSAGES.notOpen);
  try {
    return await ask(ports.payments);
  } catch (error) {
    throw toPaymentError(error, PROMOTION_MESSAGES.failed);
  }
}
