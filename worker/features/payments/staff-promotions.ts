import type { Context } from "hono";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { LISTING_CURRENCY } from "#schema/pricing.ts";
import { promotionForm, PROMOTION_MESSAGES, type Promotion } from "#schema/promotions.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { readJson } from "../../http/body.ts";
import type { Payments } from "../../ports.ts";
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
    const created = await payments.createPromotion({
      directory,
      code: form.code.toUpperCase(),
      percentOff: form.percent_off,
      amountOffCents: form.amount_off_cents,
      currency: LISTING_CURRENCY,
      duration: form.duration,
      months: form.months,
      maxRedemptions: form.max_redemptions,
      endsAt,
      firstTimeOnly: form.first_time_only,
    });
    if (!created) throw refusal("code", PROMOTION_MESSAGES.codeTaken);
    const { id, ...after } = toPromotion(created);
    await audit(c, { id, before: {}, after });
    return c.json({ id, ...after } satisfies Promotion, 201);
  });

/** POST /api/admin/promotions/{id}/end/. Subscriptions that have used the code keep their discount. Idempotent. */
export const endPromotion = (c: Context<AppEnv>, id: string) =>
  withPromotions(c, async (payments) => {
    const directory = await findDirectory(c.var.db);
    const found = await payments.endPromotion({ directory, id });
    if (!found) throw new AppError("not_found", PROMOTION_MESSAGES.unknownId);
    const { promotion, isChanged } = found;
    const { code, state } = promotion;
    if (isChanged) await audit(c, { id, before: { state: "active" }, after: { code, state } });
    return c.json(toPromotion(promotion));
  });

async function audit(c: Context<AppEnv>, change: { id: string; before: Input; after: Input }): Promise<void> {
  await c.var.db.batch([auditElsewhere(c.var.db, authorOf(c), "payments.promotion", change)]);
}

const refusal = (field: string, message: string) => new AppError("bad_input", message, { [field]: message });

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
