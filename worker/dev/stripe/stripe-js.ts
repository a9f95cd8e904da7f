/**
 * The parts of https://docs.stripe.com/js that the payment screen uses. Its fields are plain inputs, and the bank's
 * confirmation is a dialog. A string, because it runs in a page and is no part of the built site.
 */
export const STRIPE_JS = `"use strict";
(() => {
  const ask = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/dev/stripe/js/" + path, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  };

  const digits = (text) => text.replace(/\\D/g, "");
  const isNumber = (text) => {
    const sum = [...text].reverse().reduce((total, digit, at) => {
      const value = at % 2 ? digit * 2 : +digit;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  };
  const isLater = (text) => {
    const [month, year] = [+text.slice(0, 2), 2000 + +text.slice(2)];
    return month >= 1 && month <= 12 && new Date(year, month) > new Date();
  };
  const KINDS = {
    cardNumber: { length: 16, label: "Card number", hint: "1234 1234 1234 1234", autocomplete: "cc-number", isRight: isNumber, problem: "Your card number is invalid.", short: "Your card number is incomplete.", parts: [4, 4, 4, 4], gap: " " },
    cardExpiry: { length: 4, label: "Expiry date", hint: "MM / YY", autocomplete: "cc-exp", isRight: isLater, problem: "Your card's expiration date is in the past.", short: "Your card's expiration date is incomplete.", parts: [2, 2], gap: " / " },
    cardCvc: { length: 3, label: "Security code", hint: "CVC", autocomplete: "cc-csc", isRight: () => true, problem: "", short: "Your card's security code is incomplete.", parts: [3], gap: "" },
  };

  class Element {
    constructor(kind, options = {}) {
      this.kind = kind;
      this.rules = KINDS[kind];
      this.listeners = {};
      const input = (this.input = document.createElement("input"));
      input.name = kind;
      input.inputMode = "numeric";
      input.autocomplete = this.rules.autocomplete;
      input.placeholder = options.placeholder ?? this.rules.hint;
      input.setAttribute("aria-label", this.rules.label);
      Object.assign(input.style, { width: "100%", border: "0", outline: "0", background: "transparent", color: "inherit", font: "inherit", padding: "0" });
      input.addEventListener("input", () => {
        const typed = digits(input.value).slice(0, this.rules.length);
        let from = 0;
        input.value = this.rules.parts.map((size) => typed.slice(from, (from += size))).filter(Boolean).join(this.rules.gap);
        this.emitChange();
      });
      input.addEventListener("focus", () => this.emit("focus"));
      input.addEventListener("blur", () => {
        this.emit("blur");
        this.emitChange(true);
      });
    }
    get value() {
      return digits(this.input.value);
    }
    emitChange(isLeft = false) {
      const { value, rules } = this;
      const isWhole = value.length === rules.length;
      const complete = isWhole && rules.isRight(value);
      const message = complete || value === "" ? "" : isWhole ? rules.problem : isLeft ? rules.short : "";
      this.input.setAttribute("aria-invalid", String(message !== ""));
      const error = message ? { type: "validation_error", code: "invalid", message } : undefined;
      this.emit("change", { elementType: this.kind, complete, empty: value === "", error });
    }
    emit(name, event = { elementType: this.kind }) {
      for (const listener of this.listeners[name] ?? []) listener(event);
    }
    on(name, listener) {
      (this.listeners[name] ??= []).push(listener);
      return this;
    }
    once(name, listener) {
      return this.on(name, listener);
    }
    off(name, listener) {
      this.listeners[name] = (this.listeners[name] ?? []).filter((one) => one !== listener);
      return this;
    }
    mount(where) {
      (typeof where === "string" ? document.querySelector(where) : where).replaceChildren(this.input);
      queueMicrotask(() => this.emit("ready"));
    }
    update() {}
    focus() {
      this.input.focus();
    }
    blur() {
      this.input.blur();
    }
    clear() {
      this.input.value = "";
      this.emitChange();
    }
    unmount() {
      this.input.remove();
    }
    destroy() {
      this.input.remove();
      this.isGone = true;
    }
  }

  const confirmWithBank = (secret) =>
    new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      dialog.setAttribute("aria-label", "Confirmation by your bank");
      const text = document.createElement("p");
      text.textContent = "Your bank asks: do you want to make this payment? (Stand-in for 3-D Secure.)";
      const button = (label, isApproved) => {
        const element = document.createElement("button");
        element.textContent = label;
        element.addEventListener("click", () => {
          dialog.remove();
          resolve(ask("authenticate", { client_secret: secret, is_approved: isApproved }));
        });
        return element;
      };
      dialog.append(text, button("Complete authentication", true), " ", button("Fail authentication", false));
      dialog.addEventListener("cancel", (event) => event.preventDefault());
      document.body.append(dialog);
      dialog.showModal();
    });

  const settle = async (answer, name) => {
    const intent = answer.intent;
    if (intent?.status === "requires_action") answer = await confirmWithBank(intent.client_secret);
    return answer.error ? { error: answer.error } : { [name]: answer.intent };
  };

  window.Stripe = () => {
    let created = {};
    const elements = () => {
      created = {};
      return {
        create: (kind, options) => (created[kind] = new Element(kind, options)),
        getElement: (kind) => (created[kind]?.isGone ? null : (created[kind] ?? null)),
        update() {},
        fetchUpdates: async () => ({}),
        submit: async () => ({}),
        on() {},
        off() {},
      };
    };
    const unused = (name) => () => Promise.reject(new Error("The stand-in for Stripe does not know " + name + "."));
    return {
      elements,
      createToken: unused("createToken"),
      createPaymentMethod: unused("createPaymentMethod"),
      confirmCardSetup: async (secret) => {
        const card = { number: created.cardNumber?.value ?? "" };
        return settle(await ask("setup", { client_secret: secret, ...card }), "setupIntent");
      },
      confirmCardPayment: async (secret) => settle(await ask("payment", { client_secret: secret }), "paymentIntent"),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  };
  window.Stripe.version = "endive";
})();
`;
