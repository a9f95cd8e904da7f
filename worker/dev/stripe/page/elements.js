import { CardElement } from "./card-elements.js";
import { checkOptions, IntegrationError } from "./errors.js";
import { ExpressCheckoutElement } from "./express-checkout-element.js";

const KINDS = {
  cardNumber: CardElement,
  cardExpiry: CardElement,
  cardCvc: CardElement,
  expressCheckout: ExpressCheckoutElement,
};

const RULES = {
  mode: ["setup"],
  currency: "string",
  appearance: "object",
  allowedPaymentMethodTypes: "array",
};

/** https://docs.stripe.com/js/elements_object/create_without_intent */
export class Elements {
  elements = {};
  isSubmitted = false;

  constructor(options) {
    checkOptions("elements()", options, RULES);
    if (options.currency && !/^[a-z]{3}$/.test(options.currency)) {
      throw new IntegrationError("Invalid value for elements(): currency should be three small letters.");
    }
    this.options = options;
  }
  create(kind, options = {}) {
    if (!Object.hasOwn(KINDS, kind)) {
      const known = Object.keys(KINDS).join(", ");
      throw new IntegrationError(
        `A valid Element name must be provided. Valid Elements are: ${known}; you passed: ${kind}.`,
      );
    }
    if (this.elements[kind]) throw new IntegrationError(`Can only create one Element of type ${kind}.`);
    this.elements[kind] = new KINDS[kind](this, kind, { ...options });
    return this.elements[kind];
  }
  /** Takes a name, or a component of react-stripe-js. */
  getElement(kind) {
    return this.elements[kind?.__elementType ?? kind] ?? null;
  }
  update(options) {
    checkOptions("elements.update()", options, RULES);
    Object.assign(this.options, options);
  }
  /** https://docs.stripe.com/js/elements/submit */
  async submit() {
    this.isSubmitted = true;
    return { selectedPaymentMethod: this.elements.expressCheckout?.pressed?.expressPaymentType };
  }
}
