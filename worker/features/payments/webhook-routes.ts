import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { mailOperatorHourly, type Trouble } from "../alerts/mail-operator.ts";
import type { PaymentEvent } from "../../ports.ts";
import { syncPartsOf } from "./sync-parts.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { isEventApplied } from "./queries.ts";
import { toPaymentError } from "./subscribe.ts";

/** Our own limit: a larger request gets 413. */
const EVENT_BYTES_MAX = 512 * 1024;

/**
 * POST /api/stripe/webhook/. An event only says that a subscription changed: its state is read from Stripe. If that
 * fails, the response is an error, so that Stripe sends the event again: https://docs.stripe.com/webhooks
 */
export const webhookRoutes = new Hono<AppEnv>({ strict: false }).post(
  "/",
  bodyLimit({
    maxSize: EVENT_BYTES_MAX,
    onError: () => {
      throw new AppError("too_large", "This is too large.");
    },
  }),
  async (c) => {
    const { db, ports } = c.var;
    const { payments } = ports;
    if (!payments) throw new AppError("not_set_up", PAYMENT_MESSAGES.notOpen);
    const event = await payments.readEvent(await c.req.text(), c.req.header("Stripe-Signature") ?? "");
    if (!event) throw new AppError("bad_input", "The signature is not valid.");
    if (!event.subject) return c.json({ received: true });
    try {
      if (await isEventApplied(db, event.id)) return c.json({ received: true });
      const subscription = await payments.findSubscriptionOf(event);
      if (subscription) await syncSubscription(syncPartsOf(c, payments), subscription, { event });
    } catch (error) {
      c.executionCtx.waitUntil(mailOperatorHourly({ env: c.env, ports }, notApplied(event)));
      throw toPaymentError(error, "Stripe did not answer.");
    }
    return c.json({ received: true });
  },
);

const notApplied = ({ type, createdAt }: PaymentEvent): Trouble => ({
  title: "An event of Stripe was not applied",
  action:
    "Stripe sends the event again for up to three days. If this email comes again, look at the endpoint's deliveries in Stripe's dashboard and at the errors in the log. Then run `npm run stripe:reconcile -- --remote`.",
  facts: [
    ["Event", type],
    ["Waits since", new Date(createdAt).toISOString()],
  ],
});
