import { ask } from "./calls.js";
import { askInDialog, make } from "./dom.js";
import { Element } from "./element.js";
import { checkOptions, IntegrationError } from "./errors.js";

/** Name in options and events, type of the event, payment method, title. */
const EXPRESS = [
  ["applePay", "apple_pay", "card", "Apple Pay"],
  ["googlePay", "google_pay", "card", "Google Pay"],
  ["link", "link", "link", "Link"],
  ["paypal", "paypal", "paypal", "PayPal"],
];
const RESOLVE_MS = 1000;

const AUTO = ["auto", "never"];
const ALWAYS = ["always", ...AUTO];
const RESOLVE_RULES = {
  allowedShippingCountries: "array",
  billingAddressRequired: "boolean",
  business: { name: "string" },
  emailRequired: "boolean",
  lineItems: "array",
  phoneNumberRequired: "boolean",
  shippingAddressRequired: "boolean",
  shippingRates: "array",
  applePay: "object",
};
const EXPRESS_RULES = {
  ...RESOLVE_RULES,
  buttonHeight: "number",
  buttonTheme: {
    applePay: ["black", "white", "white-outline"],
    googlePay: ["black", "white"],
    paypal: ["gold", "blue", "silver", "white", "black"],
  },
  buttonType: { applePay: "string", googlePay: "string", paypal: ["paypal", "buynow", "checkout", "pay"] },
  layout: { maxColumns: "number", maxRows: "number", overflow: AUTO },
  paymentMethodOrder: "array",
  paymentMethods: { amazonPay: AUTO, applePay: ALWAYS, googlePay: ALWAYS, link: AUTO, paypal: AUTO, klarna: AUTO },
  wallets: { applePay: ALWAYS, googlePay: ALWAYS },
};
/** The person of the wallets, as in Stripe's documentation. */
const PERSON = {
  name: "Jenny Rosen",
  email: "jenny.rosen@example.com",
  address: { line1: "Hauptstraße 1", line2: null, city: "Berlin", state: "", postal_code: "10115", country: "DE" },
};

/** https://docs.stripe.com/js/elements_object/create_express_checkout_element */
export class ExpressCheckoutElement extends Element {
  constructor(group, kind, options) {
    super(group, kind, options, EXPRESS_RULES);
    if (!group.options.mode && !group.options.clientSecret) {
      throw new IntegrationError("The expressCheckout Element needs a clientSecret or a mode, passed to elements().");
    }
    // https://docs.stripe.com/js/elements_object/create_express_checkout_element
    const { buttonHeight = 44 } = options;
    if (buttonHeight < 40 || buttonHeight > 55) {
      throw new IntegrationError("Invalid value for create('expressCheckout'): buttonHeight should be from 40 to 55.");
    }
    this.node = make("div", { style: { display: "grid", gap: "8px" } });
  }
  async load() {
    const { types, error } = await ask("methods", this.group.asked);
    if (!this.isMounted) return;
    if (error) return this.emit("loaderror", { error });
    const wanted = this.options.paymentMethods ?? {};
    const shown = EXPRESS.filter(([name, , type]) => types.includes(type) && wanted[name] !== "never");
    this.node.replaceChildren(...shown.map((one) => this.button(one)));
    const names = new Set(shown.map(([name]) => name));
    const all = ["amazonPay", "applePay", "googlePay", "klarna", "link", "paypal"];
    const availablePaymentMethods = Object.fromEntries(all.map((name) => [name, names.has(name)]));
    this.emit("ready", { availablePaymentMethods: names.size > 0 ? availablePaymentMethods : undefined });
  }
  button([, expressType, type, title]) {
    const { buttonHeight = 44 } = this.options;
    const button = make("button", {
      type: "button",
      textContent: `Pay with ${title}`,
      style: {
        minHeight: `${buttonHeight}px`,
        width: "100%",
        border: "1px solid currentColor",
        borderRadius: "6px",
        background: "CanvasText",
        color: "Canvas",
        font: "inherit",
      },
    });
    button.addEventListener("click", () => void this.press(expressType, type, title));
    return button;
  }
  async press(expressPaymentType, type, title) {
    const details = await this.askPage(expressPaymentType);
    if (!details) return;
    const text = `${title} asks: do you want to pay? (Stand-in for ${title}.)`;
    const isYes = await askInDialog(title, text, [
      [`Confirm with ${title}`, true],
      ["Cancel", false],
    ]);
    if (!isYes) return this.emit("cancel");
    this.pressed = { type, expressPaymentType };
    const wants = (name) => this.options[name] ?? details[name];
    const { email, ...person } = PERSON;
    this.emit("confirm", {
      expressPaymentType,
      ...(wants("billingAddressRequired") && {
        billingDetails: { ...person, ...(wants("emailRequired") && { email }) },
      }),
      paymentFailed: () => {
        this.pressed = undefined;
      },
    });
  }
  /** Lets the page answer the click. Without a listener the payment goes on. https://docs.stripe.com/js/elements_object/express_checkout_element_click_event */
  askPage(expressPaymentType) {
    return new Promise((resolve, reject) => {
      if (!this.listeners.click?.length) return resolve({});
      const late = () => reject(new IntegrationError("The click event was not resolved within 1 second."));
      const timer = setTimeout(late, RESOLVE_MS);
      this.emit("click", {
        expressPaymentType,
        resolve: (details = {}) => {
          clearTimeout(timer);
          checkOptions("resolve()", details, RESOLVE_RULES);
          resolve(details);
        },
        reject: () => {
          clearTimeout(timer);
          resolve(undefined);
        },
      });
    });
  }
  details(given = {}) {
    const { name, email, address } = PERSON;
    const { type, expressPaymentType } = this.pressed;
    return { type, wallet: expressPaymentType, billing_details: { ...given, name, email, address } };
  }
}
