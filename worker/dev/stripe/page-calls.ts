import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../env.ts";
import { jsonBody } from "../../http/body.ts";
import type { Bank } from "./bank.ts";
import { cardOfNumber, methodOfName } from "./cards.ts";
import type { Intent, SetupIntent } from "./objects.ts";
import { openStandIn, saveStandIn } from "./stand-in-state.ts";
import { refuse, StripeError } from "./store.ts";
import { STRIPE_JS } from "./stripe-js.ts";

const secret = { client_secret: z.string() };

/** What Stripe.js asks Stripe's servers. */
export const pageCalls = new Hono<AppEnv>()
  .get("/stripe.js", (c) => c.body(STRIPE_JS, 200, { "Content-Type": "text/javascript; charset=utf-8" }))

  .post("/js/setup", jsonBody(z.object({ ...secret, type: z.enum(["card", "link"]), number: z.string() })), (c) =>
    answer(c, (bank) => {
      const { client_secret, type, number } = c.req.valid("json");
      const intent = intentOf(bank, client_secret) as SetupIntent;
      if (intent.status === "succeeded") {
        throw refuse("This SetupIntent has already succeeded.", { code: "setup_intent_unexpected_state" });
      }
      if (!intent.payment_method_types.includes(type)) {
        throw refuse(`The payment method type ${type} is not allowed for this SetupIntent.`);
      }
      const method = type === "card" ? cardOfNumber(number) : methodOfName("pm_link");
      if (!method) throw new StripeError(402, "card_error", "Your card number is not one of the test cards'.");
      const saved = bank.saveCard(method);
      const isAsked = method.setup === "confirm";
      if (!isAsked) bank.attach(saved, intent.customer!);
      return Object.assign(intent, { status: isAsked ? "requires_action" : "succeeded", payment_method: saved.id });
    }),
  )

  .post("/js/intent", jsonBody(z.object(secret)), (c) =>
    answer(c, (bank) => intentOf(bank, c.req.valid("json").client_secret)),
  )

  .post("/js/authenticate", jsonBody(z.object({ ...secret, is_approved: z.boolean() })), (c) =>
    answer(c, (bank) => {
      const { client_secret, is_approved } = c.req.valid("json");
      const intent = intentOf(bank, client_secret);
      if (intent.status !== "requires_action") throw refuse("Nothing to confirm.");
      bank.confirm(intent, is_approved);
      return intent;
    }),
  );

/** Answers with what the page reads of the intent or, like Stripe.js, with `{error}`. */
async function answer(c: Context<AppEnv>, act: (bank: Bank) => Intent): Promise<Response> {
  const standIn = await openStandIn(c.env);
  try {
    const { status, client_secret, payment_method } = act(standIn.bank);
    return c.json({ intent: { status, client_secret, payment_method } });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return c.json({ error: error.details });
  } finally {
    await saveStandIn(c.env, standIn);
  }
}

function intentOf(bank: Bank, clientSecret: string): Intent {
  const kind = clientSecret.startsWith("seti_") ? "setup_intent" : "payment_intent";
  const intent = bank.find<Intent>(kind, clientSecret.split("_secret_")[0]);
  if (intent.client_secret === clientSecret) return intent;
  throw refuse("The client secret does not match.");
}
