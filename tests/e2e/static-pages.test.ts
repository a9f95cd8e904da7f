// @module-tag long
import { expect, test } from "vitest";
import { waitForFocus } from "./support/keyboard.ts";
import { visit } from "./support/visit.ts";

test("the tabs of /about open, collapse and have their own URLs, by keyboard alone", { tags: "journey" }, async () => {
  const page = await visit("/about");
  const heading = (name: string) => page.getByRole("heading", { level: 2, name });
  const tab = (name: string) => page.getByRole("navigation", { name: "About" }).getByRole("link", { name });
  await heading("About Us").waitFor();
  await tab("About Us").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/about?tab=terms");
  await heading("Terms & Conditions").waitFor();
  await waitForFocus(tab("Terms & Conditions"));
  expect(await page.title()).toContain("Terms & Conditions");
  await page.getByText("Last updated April 25, 2025").waitFor();

  await page.keyboard.press("Enter");
  await heading("Terms & Conditions").waitFor({ state: "hidden" });
  expect(await tab("Terms & Conditions").getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("Enter");
  await heading("Terms & Conditions").waitFor();

  const section = page.locator("details").first();
  expect(await section.locator("summary").innerText()).toMatch(/^1\. /);
  await section.locator("summary").focus();
  await page.keyboard.press("Enter");
  expect(await section.getAttribute("open")).not.toBeNull();

  await tab("Privacy Policy").click();
  await page.waitForURL("**/about?tab=privacy");
  await heading("Privacy Policy").waitFor();
  await page.goBack();
  await heading("Terms & Conditions").waitFor();
});

test("tabs and sections of /about work without scripts", async () => {
  const page = await visit("/about?tab=privacy", { javaScriptEnabled: false });
  await page.getByText("Cookies", { exact: false }).first().waitFor();
  await page.locator("summary", { hasText: "Cookies" }).click();
  await page.getByText("csrftoken", { exact: true }).waitFor();
  await page.getByRole("link", { name: "About Us" }).click();
  await page.getByText("is a directory of software alternatives").waitFor();
});

test("the price page shows the price and three questions, and leads to list a site", { tags: "journey" }, async () => {
  const page = await visit("/price");
  await page.getByText("€10.00").waitFor();
  await page.getByText("Monthly: every 30 days").waitFor();
  expect(await page.locator("main details").count()).toBe(3);
  await page.getByRole("main").getByRole("link", { name: "List a site" }).click();
  await page.waitForURL(/\/(sites\/create|login)/);
});

test("the footer lists all categories, and the home page those with sites, in alphabetical order", async () => {
  const page = await visit("/", { javaScriptEnabled: false });
  const footer = await page.getByRole("contentinfo").locator(".footer-categories a").allInnerTexts();
  expect(footer).toHaveLength(17);
  expect(footer).toEqual(footer.toSorted());
  const home = await page.locator("#categories a > span:not(.count)").allInnerTexts();
  expect(home).toEqual(footer.filter((label) => home.includes(label)));
});

test("links in the footer open their pages without loading a new document", async () => {
  const page = await visit("/");
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  for (const [name, path] of [
    ["Pricing", "/price"],
    ["Blog", "/blogs"],
    ["About", "/about"],
    ["Privacy", "/about?tab=privacy"],
    ["Contact", "/contact"],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});
