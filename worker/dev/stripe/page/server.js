/** Asks the stand-in's server, as Stripe.js asks Stripe's. Returns its JSON. */
export async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/dev/stripe/js/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

/** Shows buttons in a dialog. Resolves with the value of the pressed one, or with null after Escape. */
export function askInDialog(title, text, buttons, { canEscape = true } = {}) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", title);
    dialog.append(Object.assign(document.createElement("p"), { textContent: text }));
    const close = (value) => {
      dialog.remove();
      resolve(value);
    };
    for (const [label, value] of buttons) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
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
