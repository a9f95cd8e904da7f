import { Element } from "./element.js";
import { validationError } from "./errors.js";

const digits = (text) => text.replace(/\D/g, "");

/** The check digit of card numbers (Luhn). */
function isCardNumber(text) {
  const sum = [...text].toReversed().reduce((total, digit, at) => {
    const value = at % 2 ? digit * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isLater(text) {
  const [month, year] = [Number(text.slice(0, 2)), 2000 + Number(text.slice(2))];
  return month >= 1 && month <= 12 && new Date(year, month) > new Date();
}

/** Sizes of the parts that a card's text is shown in, and what its errors say. */
const CARD_TEXTS = {
  cardNumber: {
    label: "Card number",
    hint: "1234 1234 1234 1234",
    autocomplete: "cc-number",
    parts: [4, 4, 4, 4],
    gap: " ",
    isRight: isCardNumber,
    problem: ["invalid_number", "Your card number is invalid."],
    short: ["incomplete_number", "Your card number is incomplete."],
  },
  cardExpiry: {
    label: "Expiry date",
    hint: "MM / YY",
    autocomplete: "cc-exp",
    parts: [2, 2],
    gap: " / ",
    isRight: isLater,
    problem: ["invalid_expiry_year_past", "Your card's expiration date is in the past."],
    short: ["incomplete_expiry", "Your card's expiration date is incomplete."],
  },
  cardCvc: {
    label: "Security code",
    hint: "CVC",
    autocomplete: "cc-csc",
    parts: [3],
    gap: "",
    isRight: () => true,
    short: ["incomplete_cvc", "Your card's security code is incomplete."],
  },
};

/** Returns the text to show, whether it is complete, and its error (`[code, message]`). `isLeft`: nobody types in it. */
function readCardText(kind, text, isLeft) {
  const { parts, gap, isRight, problem, short } = CARD_TEXTS[kind];
  const size = parts.reduce((total, part) => total + part, 0);
  const value = digits(text).slice(0, size);
  let from = 0;
  const shown = parts.map((part) => value.slice(from, (from += part))).filter(Boolean);
  const isWhole = value.length === size;
  const complete = isWhole && isRight(value);
  const isShort = !isWhole && isLeft && value !== "";
  return { shown: shown.join(gap), complete, error: isShort ? short : isWhole && !complete ? problem : undefined };
}

const FIELD_LOOK =
  "width: 100%; border: 0; outline: 0; background: transparent; color: inherit; font: inherit; padding: 0";

/** One of the three fields of a card: https://docs.stripe.com/js/elements_object/create_element */
export class CardElement extends Element {
  constructor(group, kind, options) {
    super(group, kind, options, { style: "object" });
    const { label, hint, autocomplete } = CARD_TEXTS[kind];
    const properties = { name: kind, inputMode: "numeric", autocomplete, placeholder: hint, ariaLabel: label };
    this.node = Object.assign(document.createElement("input"), properties);
    this.node.style.cssText = FIELD_LOOK;
    this.node.addEventListener("input", () => {
      this.node.value = readCardText(kind, this.node.value).shown;
      this.emitChange();
    });
    this.node.addEventListener("blur", () => this.emitChange(true));
  }
  get value() {
    return digits(this.node.value);
  }
  emitChange(isLeft = false) {
    const { complete, error } = readCardText(this.kind, this.node.value, isLeft);
    this.node.setAttribute("aria-invalid", String(error !== undefined));
    this.emit("change", { complete, empty: this.value === "", error: error && validationError(...error) });
  }
  focus() {
    this.node.focus();
  }
}
