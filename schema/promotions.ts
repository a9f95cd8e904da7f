import * as z from "zod/mini";
import { formatMoney, LISTING_CURRENCY, PLANS } from "./pricing.ts";

export const PROMOTION_MESSAGES = {
  unknown: "This promotion code is not valid.",
  ended: "This promotion code has ended.",
  usedUp: "This promotion code has been used up.",
  notFirst: "This promotion code is only for people who have not paid before.",
  notYear: "This promotion code is for monthly payments.",
  code: "Please use 3 to 30 letters and digits.",
  codeTaken: "This code is in use. Please choose another one.",
  percent: "Please enter a whole number from 1 to 100.",
  amount: "Please enter an amount of at least 0.01 euro.",
  either: "Please enter either a percentage or an amount.",
  tooSmall:
    "This leaves a payment of less than 0.50 euro, which cards cannot pay. Please choose a smaller or a whole discount.",
  months: "Please enter a whole number from 2 to 36.",
  limit: "Please enter a whole number from 1 to 100,000, or leave it empty.",
  end: "Please choose a time in the future, or leave it empty.",
  unknownId: "There is no such promotion.",
  failed: "Stripe did not answer. Please try again.",
} as const;

/** `once`: the first payment. `months`: all monthly payments of some months. `always`: all payments. */
export type PromotionDuration = "once" | "months" | "always";

const whole = (min: number, max: number, message: string) =>
  z.nullable(z.int(message).check(z.minimum(min, message), z.maximum(max, message)));

/** Stripe charges no smaller amount in euro: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const CHARGE_MIN_CENTS = 50;

type Discount = { percent_off: number | null; amount_off_cents: number | null };

/** What is left of an amount in cents. Stripe rounds to the nearest cent. */
export const discounted = (cents: number, { percent_off: percent, amount_off_cents: amount }: Discount): number =>
  Math.max(0, cents - (percent === null ? (amount ?? 0) : Math.round((cents * percent) / 100)));

/** True if the price of a plan is left with an amount that cannot be charged. */
const leavesTooLittle = (discount: Discount) =>
  Object.values(PLANS).some(({ cents }) => {
    const left = discounted(cents, discount);
    return left > 0 && left < CHARGE_MIN_CENTS;
  });

/** POST /api/admin/promotions/. Amounts are in cents, times ISO 8601 in UTC. */
export const promotionForm = z
  .object({
    code: z.string(PROMOTION_MESSAGES.code).check(z.trim(), z.regex(/^[a-z0-9]{3,30}$/i, PROMOTION_MESSAGES.code)),
    percent_off: whole(1, 100, PROMOTION_MESSAGES.percent),
    amount_off_cents: whole(1, 1_000_000, PROMOTION_MESSAGES.amount),
    duration: z.enum(["once", "months", "always"]),
    months: whole(2, 36, PROMOTION_MESSAGES.months),
    max_redemptions: whole(1, 100_000, PROMOTION_MESSAGES.limit),
    ends_at: z.nullable(z.iso.datetime(PROMOTION_MESSAGES.end)),
    /** Only people who have not paid before can use the code. */
    first_time_only: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ percent_off: percent, amount_off_cents: amount }) => (percent === null) !== (amount === null), {
      path: ["percent_off"],
      message: PROMOTION_MESSAGES.either,
    }),
    z.refine((discount) => !leavesTooLittle(discount), { path: ["percent_off"], message: PROMOTION_MESSAGES.tooSmall }),
    z.refine(({ duration, months }) => (duration === "months") === (months !== null), {
      path: ["months"],
      message: PROMOTION_MESSAGES.months,
    }),
  );

/** An entry of GET /api/admin/promotions/, newest first. */
export type Promotion = z.output<typeof promotionForm> & {
  /** `promo_…` */
  id: string;
  redemptions: number;
  /** `ended`: by staff or by its date. */
  state: "active" | "ended" | "used_up";
  created_at: string;
};

/** Such as “50% off the first payment”. */
export function promotionText({
  percent_off: percent,
  amount_off_cents: amount,
  duration,
  months,
}: Pick<Promotion, "percent_off" | "amount_off_cents" | "duration" | "months">): string {
  const off = percent === null ? formatMoney(amount ?? 0, LISTING_CURRENCY) : `${percent}%`;
  if (duration === "once") return `${off} off the first payment`;
  return duration === "always" ? `${off} off each payment` : `${off} off each monthly payment for ${months} months`;
}
