// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { visitSignedIn } from "../support/people.ts";

const main = (page: Page) => page.getByRole("main");
const loading = (page: Page) => main(page).getByText("Loading…").first().waitFor();

test("a screen's data is requested while its scripts are loading", async () => {
  const page = await visitSignedIn("/about");
  const release = await holdRequests(page, /\/assets\/dashboard-page[^/]*\.js/);
  const asked = ["user/", "sites/", "payments/", "payments/ledger/"].map((call) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === `/api/${call}`),
  );
  await page.goto("/dashboard", { waitUntil: "commit" });
  await Promise.all(asked);
  await loading(page);
  expect(await page.getByRole("tab").count()).toBe(0);
  release();
  await page.getByText("You don't have any sites yet").waitFor();
});

test("a document that is reloaded keeps its scroll position, and another one opens at its top", async () => {
  const page = await visitSignedIn("/user");
  await page.setViewportSize({ width: 390, height: 400 });
  await page.getByText("(this device)").waitFor();
  await page.evaluate(() => window.scrollTo({ top: 65, behavior: "instant" }));
  await page.reload();
  await page.getByText("(this device)").waitFor();
  await page.waitForFunction(() => window.scrollY === 65);
  await page.goto("/dashboard");
  await page.getByText("You don't have any sites yet").waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
