import { Element } from "./element.js";
import { checkOptions, IntegrationError } from "./errors.js";
import { askInDialog } from "./server.js";

/** Name in events, type of the event, payment method, title. */
const EXPRESS = [
  ["applePay", "apple_pay", "card", "Apple Pay"],
  ["googlePay", "google_pay", "card", "Google Pay"],
  ["link", "link", "link", "Link"],
];
const OTHERS = { amazonPay: false, klarna: false, paypal: false };
const RESOLVE_MS = 1000;
const BUTTON_LOOK =
  "width: 100%; border: 1px solid currentColor; border-radius: 6px; background: CanvasText; color: Canvas; font: inherit";

/** https://docs.stripe.com/js/elements_object/create_express_checkout_element */
export class ExpressCheckoutElement extends Element {
  constructor(group, kind, options) {
    super(group, kind, options, { buttonHeight: "number" });
    if (!group.options.mode) {
      throw new IntegrationError("The expressCheckout Element needs a clientSecret or a mode, passed to elements().");
    }
    const { buttonHeight = 44 } = options;
    if (buttonHeight < 40 || buttonHeight > 55) {
      throw new IntegrationError("Invalid value for create('expressCheckout'): buttonHeight should be from 40 to 55.");
    }
    this.node = document.createElement("div");
    this.node.style.cssText = "display: grid; gap: 8px";
    this.node.append(...this.shown.map((one) => this.button(one, buttonHeight)));
  }
  get shown() {
    const { allowedPaymentMethodTypes: allowed } = this.group.options;
    return EXPRESS.filter(([, , type]) => allowed?.includes(type) ?? true);
  }
  /** What the event `ready` says. */
  get readiness() {
    const names = this.shown.map(([name]) => name);
    const methods = EXPRESS.map(([name]) => [name, names.includes(name)]);
    return { availablePaymentMethods: names.length > 0 ? { ...OTHERS, ...Object.fromEntries(methods) } : undefined };
  }
  button([, expressPaymentType, type, title], height) {
    const properties = { type: "button", textContent: `Pay with ${title}` };
    const button = Object.assign(document.createElement("button"), properties);
    button.style.cssText = `min-height: ${height}px; ${BUTTON_LOOK}`;
    button.addEventListener("click", () => void this.press({ expressPaymentType, type }, title));
    return button;
  }
  async press(method, title) {
    const { expressPaymentType } = method;
    if (!(await this.askPage(expressPaymentType))) return;
    const text = `${title} asks: do you want to pay? (Stand-in for ${title}.)`;
    const isYes = await askInDialog(title, text, [
      [`Confirm with ${title}`, true],
      ["Cancel", false],
    ]);
    if (!isYes) return this.emit("cancel");
    this.pressed = method;
    const paymentFailed = () => {
      this.pressed = undefined;
    };
    this.emit("confirm", { expressPaymentType, paymentFailed });
  }
  /** Lets the page answer the click. Without a listener the payment goes on. https://docs.stripe.com/js/elements_object/express_checkout_element_click_event */
  askPage(expressPaymentType) {
    return new Promise((resolve, reject) => {
      if (!this.listeners.click?.length) return resolve(true);
      const late = () => reject(new IntegrationError("The click event was not resolved within 1 second."));
      const timer = setTimeout(late, RESOLVE_MS);
      this.emit("click", {
        expressPaymentType,
        resolve: (details = {}) => {
          clearTimeout(timer);
          checkOptions("resolve()", details, { applePay: "object" });
          resolve(true);
        },
        reject: () => {
          clearTimeout(timer);
          resolve(false);
        },
      });
    });
  }
}
