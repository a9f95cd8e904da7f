// @module-tag long
import type { Page } from "playwright";
import { expect, test, vi } from "vitest";
import { waitForFocus, tabAndEnter, tabAndType, tabTo } from "../support/keyboard.ts";
import { mailedCode, mailedLink } from "../support/mail.ts";
import { waitForText } from "../support/owners.ts";
import { newEmail, PASSWORD } from "../support/people.ts";
import { visit } from "../support/visit.ts";

// These tests are slow: each press of Tab is a round trip to the browser.
vi.setConfig({ testTimeout: 240_000 });

const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
const link = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("link", { name, exact: true }).first();

async function write(page: Page, text: string) {
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await tabAndType(page, page.locator(".ce-paragraph").last(), text);
  await page.keyboard.press("Escape");
}

test("by keyboard alone, a visitor searches, filters, reads and writes a message", { tags: "journey" }, async () => {
  const page = await visit("/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => location.hash)).toBe("#content");
  await tabAndType(page, page.locator("#search"), "chat");
  await page.locator(".result-count").getByText("for “chat”").waitFor();
  await tabAndType(page, page.getByLabel("Category"), "C");
  await page.waitForURL(/category=communication/);
  await page.locator("#results[aria-busy=false]").waitFor();
  await tabAndEnter(page, link(page, "Mattermost"));
  await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();

  await tabAndEnter(page, page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true }));
  await page.waitForURL("**/contact");
  await tabAndType(page, field(page, "Email"), "anna@example.com");
  await tabAndType(page, field(page, "Message"), "May I use it by keyboard?");
  await tabAndEnter(page, button(page, "Send Message"));
  const thanks = page.getByText("Thank you! Your message has arrived");
  await thanks.waitFor();
  await waitForFocus(thanks);
});

test("by keyboard alone, a user signs up, lists a site, pays, cancels, resumes, edits, likes and deletes it", async () => {
  const email = newEmail();
  const page = await visit("/");
  await tabAndEnter(page, page.getByRole("banner").getByRole("link", { name: "Sign In" }));
  await page.waitForURL("**/login**");
  await tabAndEnter(page, link(page, "Sign up"));
  await page.getByRole("heading", { level: 1, name: "Sign up" }).waitFor();
  await tabAndType(page, field(page, "Email"), email);
  await tabAndType(page, field(page, "First name"), "Anna");
  await tabAndType(page, field(page, "Last name"), "Berg");
  await tabAndType(page, field(page, "Password"), PASSWORD);
  await tabAndType(page, field(page, "Confirm password"), PASSWORD);
  await page.keyboard.press("Enter");
  await page.goto(await mailedLink(email, "/signup/verify/"));
  await page.waitForURL("**/login");
  await tabAndType(page, field(page, "Email"), email);
  await tabAndType(page, field(page, "Password"), PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login/verify");
  await tabAndType(page, field(page, "Code"), await mailedCode(email, 2));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");

  const name = `Site ${crypto.randomUUID().slice(0, 8)}`;
  await tabAndEnter(page, link(page, "Add Alternative"));
  await tabAndType(page, field(page, "Site link"), `https://${crypto.randomUUID()}.example/`);
  await tabAndType(page, field(page, "Site name"), name);
  // A list takes letters as one word only if they come within a second.
  await tabAndType(page, field(page, "Category"), "P");
  await tabAndType(page, field(page, "Name"), "Typed Product");
  await tabAndType(page, field(page, "URL"), "https://typed.example/");
  await tabAndEnter(page, button(page, "Continue"));
  await write(page, "It is listed without a mouse.");
  await tabAndEnter(page, button(page, "Continue"));
  await page.locator(".article").waitFor();
  await tabAndEnter(page, button(page, "List this site"));

  await page.waitForURL(/\/pay\?siteId=\d+$/);
  await tabAndType(page, page.getByLabel("Country of your business"), "D");
  await tabTo(page, page.getByLabel("I buy this for my business"));
  await page.keyboard.press("Space");
  await tabAndType(page, page.getByLabel("Card number"), "4242424242424242");
  await tabAndType(page, page.getByLabel("Expiry date"), "1240");
  await tabAndType(page, page.getByLabel("Security code"), "123");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");

  await tabAndEnter(page, button(page, `Cancel subscription of ${name}`));
  await tabAndEnter(page, page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }));
  await tabAndEnter(page, button(page, `Resume subscription of ${name}`));
  await button(page, `Cancel subscription of ${name}`).waitFor();

  await tabAndEnter(page, link(page, `Edit ${name}`));
  await tabAndType(page, field(page, "Description (optional)"), "Edited without a mouse");
  await tabAndEnter(page, button(page, "Save Changes"));
  await page.waitForURL("**/dashboard");
  await tabAndEnter(page, link(page, name));
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).waitFor();
  const like = button(page, /^Like /);
  const liked = page.waitForResponse("**/like/");
  await tabAndEnter(page, like);
  expect((await liked).status()).toBe(200);

  await tabAndEnter(page, page.getByRole("banner").getByRole("link", { name: "Dashboard" }));
  await tabAndEnter(page, button(page, `Delete ${name}`));
  await tabAndEnter(page, button(page, "Delete for good"));
  await waitForText(page, "You don't have any sites yet");
});
