import { expect, test } from "vitest";
import { stopClock, visit } from "./support/visit.ts";

test("liking asks a visitor to sign in, for three seconds", async () => {
  const page = await visit("/penpot");
  await stopClock(page);
  await page.getByRole("button", { name: /^Like/ }).click();
  const message = page.getByText("Please sign in before liking.");
  await message.waitFor();
  await page.clock.runFor(2900);
  expect(await message.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await message.waitFor({ state: "detached" });
});

test("the link is copied, and the confirmation goes away after two seconds", async () => {
  const page = await visit("/penpot", { permissions: ["clipboard-read", "clipboard-write"] });
  await stopClock(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  const message = page.getByText("Link copied");
  await message.waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.clock.runFor(1900);
  expect(await message.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await message.waitFor({ state: "detached" });
});

test("there are nine ways to share, none of which loads anything before it is used", async () => {
  const page = await visit("/penpot");
  const names = await page
    .getByLabel("Share", { exact: true })
    .locator("a, button")
    .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  expect(names).toEqual([
    "Facebook",
    "Twitter",
    "LinkedIn",
    "WhatsApp",
    "Reddit",
    "Pinterest",
    "Telegram",
    "Email",
    "Copy link",
  ]);
});

test("the side bar searches, sorts, pages and clears without leaving the site", async () => {
  const page = await visit("/mattermost");
  const aside = page.getByRole("complementary", { name: "Discover Other Sites" });
  const shown = aside.locator(".discover-item");
  const first = await shown.allInnerTexts();
  expect(first).toHaveLength(3);
  await aside.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/page=2/);
  await shown.getByText(first[0]!.split("\n")[0]!, { exact: true }).waitFor({ state: "detached" });
  await aside.getByRole("link", { name: "Oldest" }).click();
  await page.waitForURL(/sort=oldest/);
  await aside.getByLabel(/name or description/i).fill("password");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=password/);
  await aside.getByRole("link", { name: "Bitwarden" }).waitFor();
  await aside.getByRole("link", { name: "Clear Filters" }).click();
  await page.waitForURL((url) => url.pathname === "/mattermost" && url.search === "");
});
