// @module-tag long
import { expect, test } from "vitest";
import { waitForFocus } from "./support/keyboard.ts";
import { mailsTo } from "./support/mail.ts";
import { createAccount, visitSignedIn } from "./support/people.ts";
import { visit } from "./support/visit.ts";

const SUPPORT = "support@directory.example.com";

test("each validation error appears alone, beside the focused field", async () => {
  const page = await visit("/contact");
  const email = page.getByLabel("Email", { exact: true });
  const message = page.getByLabel("Message", { exact: true });
  const send = page.getByRole("button", { name: "Send Message" });
  for (const [typed, sentence] of [
    [["", ""], "Email address is required"],
    [["anna", ""], "Please enter a valid email address"],
    [["anna@example.com", " "], "Message is required"],
    [["anna@example.com", "Too short"], "Message must be at least 10 characters long"],
  ] as const) {
    await email.fill(typed[0]);
    await message.fill(typed[1]);
    await send.click();
    await page.getByText(sentence, { exact: true }).waitFor();
    expect(await page.locator(".field-error").allInnerTexts()).toEqual([sentence]);
    const field = sentence.startsWith("Message") ? message : email;
    await waitForFocus(field);
  }
});

test("a message arrives in the support mailbox, with the sender as Reply-To", { tags: "journey" }, async () => {
  const page = await visit("/contact");
  const text = `A question about ${crypto.randomUUID()}`;
  await page.getByLabel("Email", { exact: true }).fill("anna@example.com");
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Send Message" }).click();
  const thanks = page.getByText("Thank you! Your message has arrived");
  await thanks.waitFor();
  await waitForFocus(thanks);
  expect((await mailsTo(SUPPORT)).some((mail) => mail.text.includes(text))).toBe(true);
  await page.getByRole("button", { name: "Write another message" }).click();
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("");
});

test("a double press sends one message, and the form can be sent again after an error", async () => {
  const page = await visit("/contact");
  const sent: string[] = [];
  const answers = [
    { status: 429, json: { error: "Too many." } },
    { status: 200, json: { success: "It has arrived." } },
  ];
  await page.route("**/api/contact/", (route) => {
    sent.push(route.request().postData() ?? "");
    return route.fulfill(answers[Math.min(sent.length, 2) - 1]!);
  });
  await page.getByLabel("Email", { exact: true }).fill("anna@example.com");
  await page.getByLabel("Message", { exact: true }).fill("A long enough message");
  // Both presses come before the page renders again.
  await page
    .locator("form", { has: page.getByRole("button", { name: "Send Message" }) })
    .evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
  await page.getByRole("alert").getByText("Too many.", { exact: true }).waitFor();
  expect(sent).toHaveLength(1);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("It has arrived.").waitFor();
  expect(sent).toHaveLength(2);
});

test(
  "the typed message stays when the server or the network fails, and the error says which",
  { tags: "journey" },
  async () => {
    const page = await visit("/contact");
    const message = page.getByLabel("Message", { exact: true });
    await page.getByLabel("Email", { exact: true }).fill("anna@example.com");
    await message.fill("A long enough message");
    const send = page.getByRole("button", { name: "Send Message" });
    const failures: [(route: import("playwright").Route) => Promise<void>, string][] = [
      [(route) => route.fulfill({ status: 503, body: "" }), "Server error occurred"],
      [(route) => route.fulfill({ status: 400, body: "" }), "An error occurred while sending your message."],
      [(route) => route.fulfill({ status: 429, json: { error: "Too many." } }), "Too many."],
      [(route) => route.fulfill({ status: 200, body: "" }), "An unexpected error occurred"],
      [(route) => route.abort(), "Network error - please check your connection"],
    ];
    for (const [fail, sentence] of failures) {
      await page.unroute("**/api/contact/");
      await page.route("**/api/contact/", fail);
      await send.click();
      await page.getByRole("alert").getByText(sentence, { exact: true }).waitFor();
      expect(await message.inputValue()).toBe("A long enough message");
    }
  },
);

test("the form contains a signed-in user's email address, and nobody can reach its honeypot field", async () => {
  const email = await createAccount();
  const page = await visitSignedIn("/contact", email);
  const field = page.getByLabel("Email", { exact: true });
  await page.waitForFunction(
    (address) => document.querySelector<HTMLInputElement>("[name=email]")?.value === address,
    email,
  );
  expect(await page.locator("[name=website]").isVisible()).toBe(false);
  await field.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Send Message");
});

test("without JavaScript, the page says so and shows the support address", async () => {
  const page = await visit("/contact", { javaScriptEnabled: false });
  await page.getByText("This form needs JavaScript").waitFor();
  expect(await page.getByRole("button", { name: "Send Message" }).isVisible()).toBe(false);
  expect(await page.getByRole("main").getByRole("link", { name: SUPPORT }).getAttribute("href")).toBe(
    `mailto:${SUPPORT}`,
  );
});
