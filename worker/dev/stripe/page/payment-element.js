import { ask } from "./calls.js";
import { CARD_TEXTS, readCardText } from "./card-elements.js";
import { Field, make } from "./dom.js";
import { Element } from "./element.js";
import { IntegrationError, validationError } from "./errors.js";

const FIELD = ["auto", "never", "always"];
const ADDRESS_FIELDS = ["country", "postalCode", "state", "city", "line1", "line2"];
const WALLET = ["auto", "never"];
const PAYMENT_RULES = {
  defaultValues: { billingDetails: "object", card: "object" },
  business: { name: "string" },
  paymentMethodOrder: "array",
  readOnly: "boolean",
  terms: Object.fromEntries(
    "applePay auBecsDebit bancontact card cashapp googlePay ideal klarna paypal sepaDebit sofort usBankAccount"
      .split(" ")
      .map((name) => [name, ["auto", "always", "never"]]),
  ),
  wallets: { applePay: WALLET, googlePay: WALLET, link: WALLET },
  walletOptions: { emailRequired: "boolean", phoneNumberRequired: "boolean" },
  applePay: "object",
};
const LAYOUT_RULES = {
  type: ["tabs", "accordion", "auto"],
  defaultCollapsed: "boolean",
  radios: ["auto", "never", "always", "if_multiple"],
  spacedAccordionItems: "boolean",
  visibleAccordionItemsCount: "number",
  paymentMethodLogoPosition: ["start", "end"],
};
const BILLING_RULES = { name: FIELD, email: FIELD, phone: FIELD };

/** `layout` and `fields.billingDetails` are a text or an object. */
function paymentRules({ layout, fields } = {}) {
  const billing = fields?.billingDetails;
  const address = billing?.address;
  const addressRules =
    typeof address === "object"
      ? Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, FIELD]))
      : [...FIELD, "if_required"];
  return {
    ...PAYMENT_RULES,
    layout: typeof layout === "object" ? LAYOUT_RULES : LAYOUT_RULES.type,
    fields: { billingDetails: typeof billing === "object" ? { ...BILLING_RULES, address: addressRules } : FIELD },
  };
}

const TITLES = { card: "Card", sepa_debit: "SEPA Direct Debit", paypal: "PayPal", link: "Link" };
/** https://docs.stripe.com/payments/sepa-debit asks for the mandate's text, the name and the email address. */
const SEPA_TEXT =
  "By providing your IBAN, you authorise the seller and Stripe to send instructions to your bank to debit your account.";
const REDIRECT_TEXT = "You confirm the payment at PayPal, and come back to this page.";

/** ISO 13616: the letters are numbers from 10 on, and the rest of a division by 97 is 1. */
export function isIban(text) {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  const number = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(number) % 97n === 1n;
}

/** https://docs.stripe.com/js/elements_object/create_payment_element */
export class PaymentElement extends Element {
  constructor(group, kind, options) {
    super(group, kind, options, paymentRules(options));
    if (!group.options.mode && !group.options.clientSecret) {
      throw new IntegrationError(
        "In order to create a payment element, you must pass a clientSecret or mode to elements().",
      );
    }
    this.node = make("fieldset", { style: { border: "0", margin: "0", padding: "0" } });
    this.panels = {};
  }
  async load() {
    const { types, error } = await ask("methods", this.group.asked);
    if (!this.isMounted) return;
    if (error) return this.emit("loaderror", { error });
    const order = this.options.paymentMethodOrder ?? [];
    const place = (type) => (order.includes(type) ? order.indexOf(type) : order.length);
    const shown = types.filter((type) => TITLES[type]).toSorted((a, b) => place(a) - place(b));
    this.node.replaceChildren(make("legend", { textContent: "Payment method" }));
    for (const type of shown) this.addPanel(type);
    const { defaultCollapsed = false } = typeof this.options.layout === "object" ? this.options.layout : {};
    if (!defaultCollapsed && shown[0]) this.choose(shown[0]);
    this.emit("ready");
  }
  addPanel(type) {
    const fields = this.fieldsOf(type);
    const radio = make("input", { type: "radio", name: "payment-method", value: type });
    radio.addEventListener("change", () => {
      this.choose(type);
      this.emitChange();
    });
    const body = make(
      "div",
      { hidden: true, style: { margin: "8px 0 16px" } },
      Object.values(fields).map(({ node }) => node),
    );
    if (type === "sepa_debit") body.append(make("p", { textContent: SEPA_TEXT }));
    if (type === "paypal") body.append(make("p", { textContent: REDIRECT_TEXT }));
    const label = make("label", { style: { display: "block", padding: "10px 0" } }, [radio, ` ${TITLES[type]}`]);
    this.panels[type] = { radio, body, fields };
    this.node.append(label, body);
  }
  fieldsOf(type) {
    const onInput = () => this.emitChange();
    const { name = "", email = "" } = this.options.defaultValues?.billingDetails ?? {};
    const field = (key, label, more) => new Field({ name: key, label, onInput, ...more });
    const isAsked = (key) => {
      const billing = this.options.fields?.billingDetails ?? "auto";
      return (typeof billing === "string" ? billing : (billing[key] ?? "auto")) !== "never";
    };
    if (type === "card") {
      return {
        number: this.cardField("number", "cardNumber"),
        expiry: this.cardField("expiry", "cardExpiry"),
        cvc: this.cardField("cvc", "cardCvc"),
      };
    }
    const emailField = isAsked("email")
      ? { email: field("email", "Email", { value: email, autocomplete: "email" }) }
      : {};
    if (type === "link") return emailField;
    if (type === "paypal") return {};
    return {
      iban: field("iban", "IBAN", { placeholder: "DE00 0000 0000 0000 0000 00" }),
      ...(isAsked("name") && { name: field("name", "Full name", { value: name, autocomplete: "name" }) }),
      ...emailField,
    };
  }
  cardField(name, kind) {
    const { label, hint, autocomplete } = CARD_TEXTS[kind];
    const onInput = () => {
      one.input.value = readCardText(kind, one.input.value).shown;
      this.emitChange();
    };
    const one = new Field({ name, label, placeholder: hint, autocomplete, onInput });
    one.input.inputMode = "numeric";
    one.input.addEventListener("blur", () => one.complain(readCardText(kind, one.input.value, true).error?.[1] ?? ""));
    one.isComplete = () => readCardText(kind, one.input.value).complete;
    return one;
  }
  choose(type) {
    this.chosen = type;
    for (const [one, { radio, body }] of Object.entries(this.panels)) {
      radio.checked = one === type;
      body.hidden = one !== type;
    }
  }
  collapse() {
    this.choose(undefined);
    this.emitChange();
    return this;
  }
  get wrong() {
    const isWrong = (name, field) => {
      if (field.isMissing) return true;
      if (name === "iban") return !isIban(this.iban(field));
      if (name === "email") return !field.value.includes("@");
      return field.isComplete ? !field.isComplete() : false;
    };
    const { fields = {} } = this.panels[this.chosen] ?? {};
    return Object.entries(fields).flatMap(([name, field]) => (isWrong(name, field) ? [field] : []));
  }
  iban(field) {
    return field.value.replaceAll(/\s/g, "").toUpperCase();
  }
  emitChange() {
    const { fields = {} } = this.panels[this.chosen] ?? {};
    const complete = this.chosen !== undefined && this.wrong.length === 0;
    const empty = Object.values(fields).every(({ value }) => value === "");
    const collapsed = this.chosen === undefined;
    this.emit("change", { empty, complete, collapsed, value: { type: this.chosen ?? "" } });
  }
  check() {
    if (this.chosen === undefined) return validationError("incomplete_payment_details", "Choose a payment method.");
    const { wrong } = this;
    for (const field of wrong) field.complain(`${field.label} is incomplete or invalid.`);
    wrong[0]?.input.focus();
    if (wrong.length === 0) return undefined;
    const code = this.chosen === "sepa_debit" ? "incomplete_iban" : "incomplete_payment_details";
    return validationError(code, `${wrong[0].label} is incomplete or invalid.`);
  }
  /** What is sent to confirm the setup. `given` are the billing details of `confirmParams`. */
  details(given = {}) {
    const { fields } = this.panels[this.chosen];
    for (const name of this.chosen === "sepa_debit" ? ["name", "email"] : []) {
      if (fields[name] || given[name]) continue;
      throw new IntegrationError(
        `You specified "never" for fields.billing_details.${name} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.${name} when calling stripe.confirmSetup().`,
      );
    }
    return {
      type: this.chosen,
      ...(fields.number && { number: fields.number.value }),
      ...(fields.iban && { iban: this.iban(fields.iban) }),
      billing_details: {
        ...given,
        ...(fields.name && { name: fields.name.value }),
        ...(fields.email && { email: fields.email.value }),
      },
    };
  }
}
