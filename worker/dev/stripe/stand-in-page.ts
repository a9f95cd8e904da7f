import { html } from "hono/html";
import { page } from "../page.ts";
import type { Bank } from "./bank.ts";
import { HAPPENINGS } from "./happen.ts";
import type { Subscription } from "./objects.ts";

/** The page sends these calls itself, because a form cannot send JSON. */
export const PAGE_JS = `
for (const button of document.querySelectorAll("button[data-path]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const { path, body } = button.dataset;
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    if (answer.ok) location.reload();
    else document.querySelector("output").textContent = (await answer.json()).error;
    button.disabled = false;
  });
}
`;

const button = (text: string, path: string, body: object) =>
  html`<button type="button" data-path="/dev/${path}" data-body="${JSON.stringify(body)}">${text}</button> `;

/** A page with buttons for what the bank, the operator and time do. */
export const standInPage = (bank: Bank) =>
  page(
    "Stand-in for Stripe",
    html`
      <p>It is ${new Date(bank.nowMs).toISOString()} here. No real money moves.</p>
      <output></output>
      <p>
        ${[1, 14, 30, 365].map((days) => button(`${days} days later`, "stripe/advance", { days }))}
        ${button("Run cron", "cron", {})}
      </p>
      <ul>
        ${bank.list<Subscription>("subscription").map(
          ({ id, status, metadata, description }) =>
            html`<li>
              <p>${description ?? id}: ${status}</p>
              <p>
                ${HAPPENINGS.map((what) =>
                  button(what.replaceAll("_", " "), "stripe/happen", { site_id: Number(metadata["site_id"]), what }),
                )}
              </p>
            </li>`,
        )}
      </ul>
      <script src="/dev/stripe/page.js"></script>
    `,
  );
