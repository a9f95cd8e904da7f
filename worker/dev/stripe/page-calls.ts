import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../env.ts";
import { jsonBody } from "../../http/body.ts";
import { StripeError } from "./bank.ts";
import { cardOfNumber } from "./cards.ts";
import { ACCOUNT_METHODS, methodOfName } from "./methods.ts";
import type { Intent, PaymentIntent, PaymentMethod, SetupIntent } from "./objects.ts";
import { confirmationByBank } from "./objects/payments.ts";
import { openStandIn, saveStandIn } from "./stand-in-state.ts";
import { refuse } from "./store.ts";
import { STRIPE_JS } from "./stripe-js.ts";

const secret = { client_secret: z.string() };
const texts = z.optional(z.array(z.string()));

/** What Stripe.js asks Stripe's servers. */
export const pageCalls = new Hono<AppEnv>()
  .get("/stripe.js", (c) => c.body(STRIPE_JS, 200, { "Content-Type": "text/javascript; charset=utf-8" }))

  .post(
    "/js/methods",
    jsonBody(
      z.object({
        client_secret: z.optional(z.string()),
        currency: z.optional(z.string()),
        allowed: texts,
        excluded: texts,
      }),
    ),
    (c) =>
      answer(c, ({ bank }) => {
        const { client_secret, allowed, excluded = [] } = c.req.valid("json");
        const intent = client_secret ? intentOf(bank, client_secret) : undefined;
        const types = intent?.payment_method_types ?? ACCOUNT_METHODS;
        const isOffered = (type: string) => (allowed?.includes(type) ?? true) && !excluded.includes(type);
        return { types: types.filter(isOffered) };
      }),
  )

  .post(
    "/js/setup",
    jsonBody(
      z.object({
        ...secret,
        type: z.string(),
        number: z.optional(z.string()),
        wallet: z.optional(z.string()),
        billing_details: z.optional(z.record(z.string(), z.unknown())),
      }),
    ),
    (c) =>
      answer(c, ({ bank }) => {
        const { client_secret, ...given } = c.req.valid("json");
        const intent = intentOf<SetupIntent>(bank, client_secret, "setup_intent");
        if (intent.status === "succeeded") {
          throw refuse("This SetupIntent has already succeeded.", { code: "setup_intent_unexpected_state" });
        }
        if (!intent.payment_method_types.includes(given.type)) {
          throw refuse(`The payment method type ${given.type} is not allowed for this SetupIntent.`);
        }
        const saved = saveGiven(bank, given);
        intent.payment_method = saved.id;
        if (bank.behaviourOf(saved.id).setup !== "confirm") {
          bank.attach(saved, intent.customer!);
          intent.status = "succeeded";
          bank.emit("setup_intent.succeeded", intent);
          return { intent: shown(intent) };
        }
        intent.status = "requires_action";
        intent.next_action = confirmationByBank();
        return { intent: shown(intent) };
      }),
  )

  .post("/js/intent", jsonBody(z.object(secret)), (c) =>
    answer(c, ({ bank }) => ({ intent: shown(intentOf(bank, c.req.valid("json").client_secret)) })),
  )

  .post("/js/authenticate", jsonBody(z.object({ ...secret, is_approved: z.boolean() })), (c) =>
    answer(c, ({ bank }) => {
      const { client_secret, is_approved } = c.req.valid("json");
      const intent = intentOf(bank, client_secret);
      if (intent.status !== "requires_action") throw refuse("Nothing to confirm.");
      bank.confirm(intent, is_approved);
      return { intent: shown(intent) };
    }),
  );

type Given = {
  type: string;
  number?: string | undefined;
  wallet?: string | undefined;
  billing_details?: Record<string, unknown> | undefined;
};

/** Saves the payment method that the page has collected. Throws Stripe's 402 if there is no such test account or card. */
function saveGiven(bank: StandIn["bank"], { type, number = "", wallet, billing_details }: Given) {
  const { name = null, email = null, phone = null, address = null } = billing_details ?? {};
  const details = { name, email, phone, address, tax_id: null } as PaymentMethod["billing_details"];
  if (type !== "card") {
    const method = methodOfName(`pm_${type}`);
    if (!method) throw refuse(`The stand-in does not know ${type}.`);
    return bank.saveMethod(method, details);
  }
  const card = cardOfNumber(wallet ? "4242424242424242" : number);
  if (!card) throw new StripeError(402, "card_error", "Your card number is not one of the test cards'.");
  if (typeof card.setup === "object") throw new StripeError(402, "card_error", card.setup.message, card.setup);
  const saved = bank.saveCard(card);
  saved.billing_details = details;
  if (wallet === "apple_pay") saved.card!.wallet = { apple_pay: {}, dynamic_last4: "4242", type: "apple_pay" };
  if (wallet === "google_pay") saved.card!.wallet = { google_pay: {}, dynamic_last4: "4242", type: "google_pay" };
  return saved;
}

type StandIn = Awaited<ReturnType<typeof openStandIn>>;

/** Answers with the result or, like Stripe.js, with `{error}`. */
async function answer(c: Context<AppEnv>, act: (standIn: StandIn) => object): Promise<Response> {
  const standIn = await openStandIn(c.env);
  try {
    return c.json(act(standIn));
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return c.json({ error: error.details });
  } finally {
    await saveStandIn(c.env, standIn);
  }
}

/** The fields that a publishable key may read. */
const shown = ({ id, object, status, client_secret, payment_method, next_action }: Intent) => ({
  id,
  object,
  status,
  client_secret,
  payment_method,
  next_action,
});

const kindOf = (clientSecret: string) => (clientSecret.startsWith("seti_") ? "setup_intent" : "payment_intent");

function intentOf<T extends Intent = SetupIntent | PaymentIntent>(
  bank: StandIn["bank"],
  clientSecret: string,
  kind: T["object"] = kindOf(clientSecret),
): T {
  const intent = bank.find<T>(kind, clientSecret.split("_secret_")[0]);
  if (intent.client_secret === clientSecret) return intent;
  throw refuse("The client secret does not match.");
}
