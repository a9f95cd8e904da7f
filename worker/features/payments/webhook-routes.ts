import { Hono } from "hono";
import type { Stripe } from "stripe";
import { readEvent } from "../../adapters/stripe/webhook.ts";
import type { AppEnv } from "../../env.ts";
import { limitBody } from "../../http/body.ts";
import { AppError } from "../../errors.ts";
import type { Trouble } from "../alerts/mail-operator.ts";
import { toPaymentError } from "./errors.ts";
import { requirePayments } from "./parts.ts";
import { applyEvent } from "./sync/events.ts";

/** Our own limit: a larger request gets 413. */
const EVENT_BYTES_MAX = 512 * 1024;

/**
 * POST /api/stripe/webhook/. If an event cannot be applied, the response is an error, so that Stripe sends it again:
 * https://docs.stripe.com/webhooks
 */
export const webhookRoutes = new Hono<AppEnv>({ strict: false }).post(
  "/",
  limitBody(EVENT_BYTES_MAX, "This is too large."),
  async (c) => {
    const parts = await requirePayments(c);
    const [body, signature] = [await c.req.text(), c.req.header("Stripe-Signature") ?? ""];
    const event = await readEvent(parts.payments, { body, signature, now: parts.now });
    if (!event) throw new AppError("bad_input", "The signature is not valid.");
    try {
      await applyEvent(parts, event);
    } catch (error) {
      await parts.alert(notApplied(event));
      throw toPaymentError(error, "Stripe did not answer.");
    }
    return c.json({ received: true });
  },
);

const notApplied = ({ type, created }: Stripe.Event): Trouble => ({
  title: "An event of Stripe was not applied",
  action:
    "Stripe sends the event again for up to three days, and cron reads it from Stripe. If this email comes again, look at the endpoint's deliveries in Stripe's dashboard and at the errors in the log. Then run `npm run stripe:reconcile -- --remote`.",
  facts: [
    ["Event", type],
    ["Waits since", new Date(created * 1000).toISOString()],
  ],
});
