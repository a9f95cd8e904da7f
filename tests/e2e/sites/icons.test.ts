// @module-tag long
import { expect, test } from "vitest";
import { baseUrl } from "../support/base-url.ts";
import { visit } from "../support/visit.ts";

test("an icon covers the monogram once it has loaded, and a site without an icon keeps it", async () => {
  const page = await visit("/contact");
  await page.route("**/favicons/**", (route) =>
    route.request().url().endsWith("/slack.com")
      ? route.continue({ url: new URL("/icon-192.png", baseUrl()).href })
      : route.continue(),
  );
  // Neither this site nor the products have an uploaded logo.
  await page.goto("/zulip");
  const icons = page.locator("main .favicon[src^='/favicons/']");
  // The page names the product twice: in its turn, and among the products that the site replaces.
  const slack = icons.and(page.locator("[src$='/slack.com']")).first();
  const visible = () => icons.evaluateAll((all) => all.filter((icon) => icon.getBoundingClientRect().width > 1).length);
  for (const icon of await icons.all()) await icon.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>("main .favicon[src^='/favicons/']")].every((icon) => icon.complete),
  );
  await slack.waitFor();
  await expect.poll(visible).toBe(2);
  expect(await icons.count()).toBeGreaterThan(2);
  expect(await page.locator("main .logo").first().getAttribute("data-letters")).toBe("Zu");

  // Another render of the same page.
  await page.getByRole("link", { name: "Oldest" }).click();
  await page.waitForURL(/sort=oldest/);
  await page.getByRole("link", { name: "Clear Filters" }).waitFor();
  expect(await slack.isVisible()).toBe(true);
});
