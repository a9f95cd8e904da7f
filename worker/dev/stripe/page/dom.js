/** Makes an element with properties, styles and children. Children are elements or text. */
export function make(tag, { style, ...properties } = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("aria")) element.setAttribute(name.replace("aria", "aria-").toLowerCase(), value);
    else element[name] = value;
  }
  Object.assign(element.style, style);
  element.append(...children);
  return element;
}

/** Colours come from the page, so that the fields can be read in the light and in the dark. */
const BOX = {
  width: "100%",
  boxSizing: "border-box",
  padding: "10px",
  border: "1px solid color-mix(in srgb, currentColor 60%, transparent)",
  borderRadius: "6px",
  background: "transparent",
  color: "inherit",
  font: "inherit",
};

/** A text field. It calls `onInput` when its value changes. */
export class Field {
  constructor({ name, label, value = "", autocomplete = "off", placeholder = "", onInput }) {
    this.label = label;
    this.input = make("input", { name, autocomplete, placeholder, style: BOX });
    this.input.id = `stripe-${crypto.randomUUID()}`;
    this.input.value = value;
    this.input.addEventListener("input", () => {
      this.complain("");
      onInput();
    });
    this.problem = make("p", { role: "alert", style: { margin: "4px 0 0" } });
    const title = make("label", { htmlFor: this.input.id, textContent: label, style: { display: "block" } });
    this.node = make("div", { style: { margin: "0 0 12px" } }, [title, this.input, this.problem]);
  }
  get value() {
    return this.input.value.trim();
  }
  get isMissing() {
    return this.value === "";
  }
  complain(text) {
    this.problem.textContent = text;
    this.input.setAttribute("aria-invalid", String(text !== ""));
  }
}

/** A group of buttons in a dialog. Resolves with the value of the pressed button, or with null after Escape. */
export function askInDialog(title, text, buttons, { canEscape = true } = {}) {
  return new Promise((resolve) => {
    const dialog = make("dialog", { ariaLabel: title }, [make("p", { textContent: text })]);
    const close = (value) => {
      dialog.remove();
      resolve(value);
    };
    for (const [label, value] of buttons) {
      const button = make("button", { type: "button", textContent: label });
      button.addEventListener("click", () => close(value));
      dialog.append(button, " ");
    }
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      if (canEscape) close(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
