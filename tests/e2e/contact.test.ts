// @module-tag long
import { expect, test } from "vitest";
import { waitForFocus } from "./support/keyboard.ts";
import { mailsTo } from "./support/mail.ts";
import { visit } from "./support/visit.ts";

const SUPPORT = "support@directory.example.com";

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
