import { ask } from "./calls.js";
import { askInDialog } from "./dom.js";
import { Elements } from "./elements.js";
import { checkOptions, IntegrationError, validationError } from "./errors.js";

const CONFIRM_RULES = {
  elements: "object",
  clientSecret: "string",
  confirmParams: {
    return_url: "string",
    payment_method_data: {
      billing_details: "object",
      allow_redisplay: ["always", "limited", "unspecified"],
      metadata: "object",
    },
    mandate_data: "object",
    expand: "array",
  },
  redirect: ["always", "if_required"],
};
const NEVER = new Promise(() => {});

/** The bank's dialog. The customer cannot leave it without an answer. */
async function confirmWithBank(secret) {
  const isApproved = await askInDialog(
    "Confirmation by your bank",
    "Your bank asks: do you want to make this payment? (Stand-in for 3-D Secure.)",
    [
      ["Complete authentication", true],
      ["Fail authentication", false],
    ],
    { canEscape: false },
  );
  return ask("authenticate", { client_secret: secret, is_approved: isApproved });
}

/** Does what the intent asks for, and returns the result as Stripe.js does. Never returns if the page is left. */
async function settle(answer, name) {
  const { intent } = answer;
  if (intent?.next_action?.redirect_to_url) {
    window.location.assign(intent.next_action.redirect_to_url.url);
    return NEVER;
  }
  const done = intent?.status === "requires_action" ? await confirmWithBank(intent.client_secret) : answer;
  return done.error ? { error: done.error } : { [name]: done.intent };
}

const nameOf = (secret) => (secret.startsWith("seti_") ? "setupIntent" : "paymentIntent");

const checkSecret = (call, secret, prefix) => {
  if (typeof secret === "string" && secret.startsWith(prefix) && secret.includes("_secret_")) return;
  throw new IntegrationError(`Invalid value for ${call}: the client secret should look like ${prefix}…_secret_….`);
};

/** https://docs.stripe.com/js/setup_intents/confirm_setup */
async function confirmSetup(options) {
  checkOptions("stripe.confirmSetup()", { ...options, elements: {} }, CONFIRM_RULES);
  const { elements, confirmParams = {}, redirect = "always" } = options;
  if (!(elements instanceof Elements)) {
    throw new IntegrationError("Invalid value for stripe.confirmSetup(): elements should be an Elements object.");
  }
  const { clientSecret = elements.options.clientSecret } = options;
  checkSecret("stripe.confirmSetup()", clientSecret, "seti_");
  if (redirect === "always" && !confirmParams.return_url) {
    throw new IntegrationError("Invalid value for stripe.confirmSetup(): confirmParams.return_url is missing.");
  }
  // https://docs.stripe.com/js/elements/submit asks for it if the group has no intent.
  if (!elements.options.clientSecret && !elements.isSubmitted) {
    throw new IntegrationError("elements.submit() must be called before stripe.confirmSetup().");
  }
  const { paying } = elements;
  const error = paying.check();
  if (error) return { error };
  const details = paying.details(confirmParams.payment_method_data?.billing_details);
  elements.isSubmitted = false;
  const { return_url } = confirmParams;
  const answer = await ask("setup", { client_secret: clientSecret, ...details, ...(return_url && { return_url }) });
  const result = await settle(answer, "setupIntent");
  if (result.error || redirect !== "always") return result;
  window.location.assign(withResult(return_url, result.setupIntent));
  return NEVER;
}

function withResult(address, { id, client_secret }) {
  const url = new URL(address, window.location.href);
  const result = { setup_intent: id, setup_intent_client_secret: client_secret, redirect_status: "succeeded" };
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  return url.href;
}

/** https://docs.stripe.com/js/initializing */
window.Stripe = (key) => {
  if (!String(key).startsWith("pk_")) throw new IntegrationError("Please call Stripe() with your publishable key.");
  const unused = (name) => () => Promise.reject(new Error(`The stand-in for Stripe does not know ${name}.`));
  return {
    elements: (options = {}) => new Elements(options),
    createToken: unused("createToken"),
    createPaymentMethod: unused("createPaymentMethod"),
    /** https://docs.stripe.com/js/setup_intents/confirm_card_setup */
    async confirmCardSetup(secret, { payment_method } = {}) {
      checkSecret("stripe.confirmCardSetup()", secret, "seti_");
      const number = payment_method?.card?.group?.elements.cardNumber;
      if (!number?.isMounted) {
        throw new IntegrationError("We could not retrieve data from the specified Element. Make sure it is mounted.");
      }
      if (number.value === "") {
        return { error: validationError("incomplete_number", "Your card number is incomplete.") };
      }
      return settle(await ask("setup", { client_secret: secret, type: "card", number: number.value }), "setupIntent");
    },
    async confirmCardPayment(secret) {
      checkSecret("stripe.confirmCardPayment()", secret, "pi_");
      return settle(await ask("intent", { client_secret: secret }), "paymentIntent");
    },
    confirmSetup,
    /** https://docs.stripe.com/js/payment_intents/handle_next_action */
    async handleNextAction({ clientSecret } = {}) {
      checkSecret("stripe.handleNextAction()", clientSecret, "");
      const answer = await ask("intent", { client_secret: clientSecret });
      if (answer.error || answer.intent.status === "requires_action") return settle(answer, nameOf(clientSecret));
      throw new IntegrationError(
        `handleNextAction: The ${nameOf(clientSecret)} supplied is not in the requires_action state.`,
      );
    },
    retrieveSetupIntent: (secret) => retrieve("stripe.retrieveSetupIntent()", secret, "seti_"),
    retrievePaymentIntent: (secret) => retrieve("stripe.retrievePaymentIntent()", secret, "pi_"),
    registerAppInfo() {},
    _registerWrapper() {},
  };
};
window.Stripe.version = "endive";

async function retrieve(call, secret, prefix) {
  checkSecret(call, secret, prefix);
  const answer = await ask("intent", { client_secret: secret });
  return answer.error ? { error: answer.error } : { [nameOf(secret)]: answer.intent };
}
