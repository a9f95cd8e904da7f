import { CardElement } from "./card-elements.js";
import { checkOptions, IntegrationError } from "./errors.js";
import { ExpressCheckoutElement } from "./express-checkout-element.js";

const KINDS = {
  cardNumber: CardElement,
  cardExpiry: CardElement,
  cardCvc: CardElement,
  expressCheckout: ExpressCheckoutElement,
};

const BASE_RULES = {
  fonts: "array",
  locale: "string",
  appearance: "object",
  loader: ["auto", "always", "never"],
  customerSessionClientSecret: "string",
  syncAddressCheckbox: ["billing", "shipping", "none"],
  paymentMethodCreation: ["manual"],
  currency: "string",
};
const SECRET_RULES = { ...BASE_RULES, clientSecret: "string" };
const MODE_RULES = {
  ...BASE_RULES,
  mode: ["payment", "setup", "subscription"],
  amount: "number",
  setupFutureUsage: ["off_session", "on_session"],
  setup_future_usage: ["off_session", "on_session"],
  excludedPaymentMethodTypes: "array",
  allowedPaymentMethodTypes: "array",
  paymentMethodConfiguration: "string",
  payment_method_configuration: "string",
  paymentMethodOptions: "object",
  payment_method_options: "object",
};

/** https://docs.stripe.com/js/elements_object/create and https://docs.stripe.com/js/elements_object/create_without_intent */
export class Elements {
  elements = {};
  isSubmitted = false;

  constructor(options) {
    if (options.mode && options.clientSecret) {
      throw new IntegrationError("Invalid value for elements(): pass either a mode or a clientSecret.");
    }
    checkOptions("elements()", options, options.mode ? MODE_RULES : SECRET_RULES);
    if (options.mode && options.mode !== "setup" && (!options.amount || !options.currency)) {
      throw new IntegrationError(
        `Invalid value for elements(): mode '${options.mode}' needs an amount and a currency.`,
      );
    }
    if (options.currency && !/^[a-z]{3}$/.test(options.currency)) {
      throw new IntegrationError("Invalid value for elements(): currency should be three small letters.");
    }
    this.options = options;
  }
  /** What decides which payment methods are shown. */
  get asked() {
    const { clientSecret, currency, allowedPaymentMethodTypes, excludedPaymentMethodTypes } = this.options;
    return {
      ...(clientSecret && { client_secret: clientSecret }),
      ...(currency && { currency }),
      ...(allowedPaymentMethodTypes && { allowed: allowedPaymentMethodTypes }),
      ...(excludedPaymentMethodTypes && { excluded: excludedPaymentMethodTypes }),
    };
  }
  create(kind, options = {}) {
    if (!Object.hasOwn(KINDS, kind)) {
      const known = Object.keys(KINDS).join(", ");
      throw new IntegrationError(
        `A valid Element name must be provided. Valid Elements are: ${known}; you passed: ${kind}.`,
      );
    }
    if (this.elements[kind]) throw new IntegrationError(`Can only create one Element of type ${kind}.`);
    this.elements[kind] = new KINDS[kind](this, kind, options);
    return this.elements[kind];
  }
  getElement(kind) {
    const name = typeof kind === "string" ? kind : kind?.__elementType;
    return this.elements[name] ?? null;
  }
  forget(element) {
    delete this.elements[element.kind];
  }
  update(options) {
    checkOptions("elements.update()", options, { ...MODE_RULES, clientSecret: "string" });
    this.options = { ...this.options, ...options };
    if (this.elements.expressCheckout?.isMounted) void this.elements.expressCheckout.load();
    return Promise.resolve();
  }
  async fetchUpdates() {
    return {};
  }
  /** https://docs.stripe.com/js/elements/submit */
  async submit() {
    this.isSubmitted = true;
    return { selectedPaymentMethod: this.elements.expressCheckout?.pressed?.expressPaymentType };
  }
  /** The pressed express button. */
  get paying() {
    const element = this.elements.expressCheckout;
    if (!element?.isMounted || !element.pressed) {
      throw new IntegrationError(
        "Invalid value for stripe.confirmSetup(): elements should have a mounted Express Checkout Element.",
      );
    }
    return element;
  }
  on() {}
  off() {}
}
