import { Elements } from "./elements.js";
import { checkOptions, IntegrationError, validationError } from "./errors.js";
import { ask, askInDialog } from "./server.js";

/** The bank's dialog. The customer cannot leave it without an answer. */
async function confirmWithBank(client_secret) {
  const is_approved = await askInDialog(
    "Confirmation by your bank",
    "Your bank asks: do you want to make this payment? (Stand-in for 3-D Secure.)",
    [
      ["Complete authentication", true],
      ["Fail authentication", false],
    ],
    { canEscape: false },
  );
  return ask("authenticate", { client_secret, is_approved });
}

/** Does what the intent asks for, and returns the result as Stripe.js does. */
async function settle(answer, name) {
  const { intent } = answer;
  const done = intent?.status === "requires_action" ? await confirmWithBank(intent.client_secret) : answer;
  return done.error ? { error: done.error } : { [name]: done.intent };
}

const checkSecret = (call, secret, prefix) => {
  if (typeof secret === "string" && secret.startsWith(prefix) && secret.includes("_secret_")) return;
  throw new IntegrationError(`Invalid value for ${call}: the client secret should look like ${prefix}…_secret_….`);
};

const CONFIRM_RULES = {
  elements: "object",
  clientSecret: "string",
  confirmParams: { return_url: "string" },
  redirect: ["if_required"],
};

/** https://docs.stripe.com/js/setup_intents/confirm_setup. Without `redirect` it would leave the page, which none does. */
async function confirmSetup(options) {
  checkOptions("stripe.confirmSetup()", options, CONFIRM_RULES);
  const { elements, clientSecret, redirect } = options;
  if (!(elements instanceof Elements)) {
    throw new IntegrationError("Invalid value for stripe.confirmSetup(): elements should be an Elements object.");
  }
  checkSecret("stripe.confirmSetup()", clientSecret, "seti_");
  if (!redirect) throw new IntegrationError("Invalid value for stripe.confirmSetup(): redirect should be if_required.");
  // https://docs.stripe.com/js/elements/submit asks for it if the group has no intent.
  if (!elements.isSubmitted) {
    throw new IntegrationError("elements.submit() must be called before stripe.confirmSetup().");
  }
  const { pressed } = elements.elements.expressCheckout ?? {};
  if (!pressed) {
    throw new IntegrationError(
      "Invalid value for stripe.confirmSetup(): elements should have a mounted Express Checkout Element.",
    );
  }
  elements.isSubmitted = false;
  // A wallet has a card that pays.
  const given = { client_secret: clientSecret, type: pressed.type, number: "4242424242424242" };
  return settle(await ask("setup", given), "setupIntent");
}

/** https://docs.stripe.com/js/setup_intents/confirm_card_setup */
async function confirmCardSetup(secret, { payment_method } = {}) {
  checkSecret("stripe.confirmCardSetup()", secret, "seti_");
  const number = payment_method?.card?.group?.elements.cardNumber;
  if (!number?.isMounted) {
    throw new IntegrationError("We could not retrieve data from the specified Element. Make sure it is mounted.");
  }
  if (number.value === "") return { error: validationError("incomplete_number", "Your card number is incomplete.") };
  return settle(await ask("setup", { client_secret: secret, type: "card", number: number.value }), "setupIntent");
}

async function confirmCardPayment(secret) {
  checkSecret("stripe.confirmCardPayment()", secret, "pi_");
  return settle(await ask("intent", { client_secret: secret }), "paymentIntent");
}

/** https://docs.stripe.com/js/initializing */
window.Stripe = (key) => {
  if (!String(key).startsWith("pk_")) throw new IntegrationError("Please call Stripe() with your publishable key.");
  const nothing = () => {};
  return {
    elements: (options = {}) => new Elements({ ...options }),
    confirmCardSetup,
    confirmCardPayment,
    confirmSetup,
    // react-stripe-js asks whether it has these.
    createToken: nothing,
    createPaymentMethod: nothing,
    registerAppInfo: nothing,
    _registerWrapper: nothing,
  };
};
window.Stripe.version = "endive";
