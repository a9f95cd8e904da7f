import { type Context, Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod/mini";
import type { AppEnv } from "../../env.ts";
import { jsonBody } from "../../http/body.ts";
import { page } from "../page.ts";
import { StripeError } from "./bank.ts";
import { cardOfNumber } from "./cards.ts";
import { ACCOUNT_METHODS, methodOfIban, methodOfName } from "./methods.ts";
import type { Intent, PaymentIntent, PaymentMethod, SetupIntent } from "./objects.ts";
import { confirmationByBank, mandateOf } from "./objects/payments.ts";
import { openStandIn, saveStandIn } from "./stand-in-state.ts";
import { refuse } from "./store.ts";
import { STRIPE_JS } from "./stripe-js.ts";

const secret = { client_secret: z.string() };
const texts = z.optional(z.array(z.string()));

/** The page of PayPal, where the customer decides. */
const redirectPath = (clientSecret: string) =>
  `/dev/stripe/redirect?${new URLSearchParams({ client_secret: clientSecret })}`;

/** What Stripe.js asks Stripe's servers, and the page of a method that leaves the site. */
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
        const { client_secret, currency, allowed, excluded = [] } = c.req.valid("json");
        const intent = client_secret ? intentOf(bank, client_secret) : undefined;
        const types = intent?.payment_method_types ?? ACCOUNT_METHODS;
        // https://docs.stripe.com/payments/sepa-debit: euro only.
        const isOffered = (type: string) =>
          (allowed?.includes(type) ?? true) &&
          !excluded.includes(type) &&
          (type !== "sepa_debit" || !currency || currency === "eur");
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
        iban: z.optional(z.string()),
        wallet: z.optional(z.string()),
        billing_details: z.optional(z.record(z.string(), z.unknown())),
        return_url: z.optional(z.url()),
      }),
    ),
    (c) =>
      answer(c, ({ bank }) => {
        const { client_secret, return_url, ...given } = c.req.valid("json");
        const intent = intentOf<SetupIntent>(bank, client_secret, "setup_intent");
        if (intent.status === "succeeded") {
          throw refuse("This SetupIntent has already succeeded.", { code: "setup_intent_unexpected_state" });
        }
        if (!intent.payment_method_types.includes(given.type)) {
          throw refuse(`The payment method type ${given.type} is not allowed for this SetupIntent.`);
        }
        // https://docs.stripe.com/api/setup_intents/confirm#confirm_setup_intent-return_url
        const leaves = given.type === "paypal";
        if (leaves && !return_url) throw refuse("A return_url must be specified for this payment method.");
        const saved = saveGiven(bank, given);
        intent.payment_method = saved.id;
        if (given.type === "sepa_debit") intent.mandate = mandateOf(saved.id);
        if (!leaves && bank.behaviourOf(saved.id).setup !== "confirm") {
          bank.attach(saved, intent.customer!);
          intent.status = "succeeded";
          bank.emit("setup_intent.succeeded", intent);
          return { intent: shown(intent) };
        }
        intent.status = "requires_action";
        const redirect_to_url = { url: redirectPath(client_secret), return_url: return_url ?? null };
        intent.next_action = leaves ? { type: "redirect_to_url", redirect_to_url } : confirmationByBank();
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
  )

  .get("/redirect", (c) => c.html(redirectPage(c.req.query("client_secret") ?? "")))

  .post("/redirect", async (c) => {
    const { client_secret, decision } = await c.req.parseBody<Record<string, string>>();
    const standIn = await openStandIn(c.env);
    const intent = intentOf<SetupIntent>(standIn.bank, client_secret!, "setup_intent");
    const back = intent.next_action?.redirect_to_url?.return_url;
    if (!back) return c.notFound();
    try {
      standIn.bank.confirm(intent, decision === "authorize");
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
    }
    await saveStandIn(c.env, standIn);
    // https://docs.stripe.com/js/setup_intents/confirm_setup
    const redirect_status = intent.status === "succeeded" ? "succeeded" : "failed";
    const result = { setup_intent: intent.id, setup_intent_client_secret: client_secret!, redirect_status };
    const url = new URL(back);
    for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
    return c.redirect(url.href, 303);
  });

type Given = {
  type: string;
  number?: string | undefined;
  iban?: string | undefined;
  wallet?: string | undefined;
  billing_details?: Record<string, unknown> | undefined;
};

/** Saves the payment method that the page has collected. Throws Stripe's 402 if there is no such test account or card. */
function saveGiven(bank: StandIn["bank"], { type, number = "", iban = "", wallet, billing_details }: Given) {
  const { name = null, email = null, phone = null, address = null } = billing_details ?? {};
  const details = { name, email, phone, address, tax_id: null } as PaymentMethod["billing_details"];
  if (type !== "card") {
    const method = type === "sepa_debit" ? methodOfIban(iban) : methodOfName(`pm_${type}`);
    if (!method) throw new StripeError(402, "card_error", "Your IBAN is not one of the test accounts'.");
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

const redirectPage = (clientSecret: string) =>
  page(
    "PayPal",
    html`
      <p>Stand-in for PayPal: no real money moves. Do you want to pay with PayPal?</p>
      <form method="post" action="/dev/stripe/redirect">
        <input type="hidden" name="client_secret" value="${clientSecret}" />
        <button name="decision" value="authorize">Authorize</button>
        <button name="decision" value="fail">Fail</button>
      </form>
    `,
  );
