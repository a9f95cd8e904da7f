// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { baseUrl } from "../support/base-url.ts";
import { callApi, listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

// The stand-in for Stripe.js is as strict as Stripe.js: https://docs.stripe.com/js

/** Opens Stripe.js in an empty part of a page, with the secret of a new SetupIntent. */
async function open(): Promise<{ page: Page; secret: string }> {
  const page = await visitSignedIn("/about");
  const site = await listSite(page);
  const { clientSecret } = await callApi<{ clientSecret: string }>(page, "POST", "payments/intent/", {
    site_id: site.id,
  });
  // A script of the test, because the page's policy refuses others.
  await page.evaluate(await (await page.request.get(new URL("/dev/stripe/stripe.js", baseUrl()).href)).text());
  await page.evaluate((secret) => {
    const world = window as unknown as Record<string, unknown>;
    const main = document.querySelector("main")!;
    main.replaceChildren(Object.assign(document.createElement("h1"), { textContent: "Pay" }));
    world["secret"] = secret;
    world["events"] = [];
    world["place"] = (id: string) => main.appendChild(Object.assign(document.createElement("div"), { id }));
    world["stripe"] = (window as unknown as { Stripe: (key: string) => unknown }).Stripe("pk_stand_in");
  }, clientSecret);
  return { page, secret: clientSecret };
}

/** Runs a script in which `stripe`, `secret`, `events` and `place(id)` exist. Returns its value, or its error's text. */
const run = (page: Page, script: string): Promise<unknown> =>
  page.evaluate(`(async () => {${script}})().catch((error) => error.name + ": " + error.message)`);

const REFUSED = [
  ["stripe.elements({ colour: 1 })", "Unrecognized elements() parameter: colour"],
  ["stripe.elements({ mode: 'setup', currency: 'EUR' })", "currency should be three small letters"],
  ["stripe.elements().create('payments')", "A valid Element name must be provided"],
  ["stripe.elements().create('expressCheckout')", "needs a clientSecret or a mode"],
  ["const e = stripe.elements(); e.create('cardCvc'); e.create('cardCvc')", "Can only create one Element"],
  ["const c = stripe.elements().create('cardCvc'); c.mount(place('a')); c.mount(place('b'))", "already mounted"],
  ["const c = stripe.elements().create('cardCvc'); c.mount(place('c')); c.destroy(); c.mount('#c')", "been destroyed"],
  ["stripe.elements().create('cardCvc').mount('#nowhere')", "applies to no DOM element"],
  ["await stripe.confirmSetup({ elements: {}, redirect: 'if_required' })", "should be an Elements object"],
  [
    "await stripe.confirmSetup({ elements: stripe.elements({ mode: 'setup' }), clientSecret: secret, redirect: 'if_required' })",
    "elements.submit() must be called",
  ],
  [
    "const elements = stripe.elements({ mode: 'setup' }); await elements.submit(); await stripe.confirmSetup({ elements, clientSecret: secret, redirect: 'if_required' })",
    "should have a mounted Express Checkout Element",
  ],
  ["await stripe.confirmCardPayment(secret)", "the client secret should look like pi_"],
] as const;

test("what Stripe.js refuses is refused", async () => {
  const { page } = await open();
  for (const [script, message] of REFUSED) {
    const answer = await run(page, script);
    expect(answer, script).toMatch(/^IntegrationError: /);
    expect(answer, script).toContain(message);
  }
});

const CONFIRM = `
  return stripe.confirmSetup({ elements, clientSecret: secret, redirect: "if_required", confirmParams: { return_url: location.origin + "/contact?a=1" } });`;

test("an Express Checkout Element shows the account's wallets, asks the page first, and pays", async () => {
  const { page } = await open();
  const ready = await run(
    page,
    `window.elements = stripe.elements({ mode: "setup", currency: "eur", allowedPaymentMethodTypes: ["card"] });
     const express = elements.create("expressCheckout");
     express.on("click", ({ resolve, expressPaymentType }) => { events.push(expressPaymentType); resolve({}); });
     express.on("cancel", () => events.push("cancelled"));
     express.on("confirm", (event) => events.push(event));
     return new Promise((done) => { express.on("ready", done); express.mount(place("express")); });`,
  );
  expect(ready).toEqual({
    elementType: "expressCheckout",
    availablePaymentMethods: {
      amazonPay: false,
      applePay: true,
      googlePay: true,
      klarna: false,
      link: false,
      paypal: false,
    },
  });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Pay with Apple Pay" }).click();
  await page.getByRole("dialog", { name: "Apple Pay" }).press("Escape");
  await page.getByRole("button", { name: "Pay with Apple Pay" }).press("Enter");
  await page.getByRole("button", { name: "Confirm with Apple Pay" }).click();
  expect(await run(page, "return events.slice(0, 3)")).toEqual(["apple_pay", "cancelled", "apple_pay"]);
  expect(await run(page, "return events[3]")).toMatchObject({ expressPaymentType: "apple_pay" });
  expect(await run(page, "return elements.submit()")).toEqual({ selectedPaymentMethod: "apple_pay" });
  expect(await run(page, CONFIRM)).toMatchObject({ setupIntent: { status: "succeeded" } });
  await run(page, "return elements.submit()");
  expect(await run(page, CONFIRM)).toMatchObject({ error: { code: "setup_intent_unexpected_state" } });
});
