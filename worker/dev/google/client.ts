/**
 * The functions of https://developers.google.com/identity/gsi/web/reference/js-reference that /login uses. A string,
 * because it runs in a page and is no part of the built site.
 */
export const GOOGLE_CLIENT = `"use strict";
(() => {
  let options;
  let dialog;

  const close = () => dialog?.remove();
  const moment = (name, reason) => ({
    isSkippedMoment: () => name === "skipped",
    isDismissedMoment: () => name === "dismissed",
    getDismissedReason: () => reason,
  });

  const field = (name, label, value) => {
    const line = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { name, value });
    line.append(label + " ", input);
    return line;
  };
  const button = (text, onclick) => Object.assign(document.createElement("button"), { textContent: text, type: "button", onclick });

  const prompt = (listen) => {
    close();
    const form = document.createElement("form");
    const approve = async () => {
      const query = new URLSearchParams(new FormData(form));
      query.set("nonce", options.nonce);
      const credential = await (await fetch("/dev/google/credential?" + query)).text();
      close();
      options.callback({ credential });
      listen(moment("dismissed", "credential_returned"));
    };
    const cancel = () => {
      close();
      listen(moment("skipped"));
    };
    form.append(
      field("email", "Google account", "anna@example.com"),
      field("name", "Name", "Anna Lind"),
      button("Continue as this person", approve),
      button("Close", cancel),
    );
    dialog = document.createElement("div");
    dialog.role = "dialog";
    dialog.ariaLabel = "Stand-in for Google";
    Object.assign(dialog.style, { position: "fixed", inset: "1rem 1rem auto auto", zIndex: 9999, padding: "1rem", background: "Canvas", border: "1px solid" });
    dialog.append(form);
    document.body.append(dialog);
    form.email.focus();
  };

  window.google = { accounts: { id: { initialize: (given) => (options = given), prompt, cancel: close } } };
})();
`;
