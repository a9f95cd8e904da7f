// @module-tag long
import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

test("a document of an earlier day is hydrated, and then shows the ages of today", { tags: "journey" }, async () => {
  const page = await visit("/categories/communication");
  const age = page.locator(".site-card time").first();
  const at = Date.parse((await age.getAttribute("datetime"))!);
  await page.clock.setFixedTime(at + 3660 * 86_400_000);
  await page.reload();
  await age.filter({ hasText: "10 years ago" }).waitFor();
});

test("a phone's first screen has the search and the most replaced products", { tags: "journey" }, async () => {
  const page = await visit("/", { viewport: { width: 390, height: 844 } });
  const tiles = page.getByRole("region", { name: "Most replaced" }).getByRole("link");
  expect(await tiles.count()).toBe(12);
  expect(await tiles.first().getAttribute("href")).toMatch(/^\/alternatives\//);
  expect(await tiles.allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/Slack \d+ alternatives$/)]),
  );
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  for (const part of [page.getByRole("heading", { level: 1 }), page.locator("#search"), tiles.nth(5)]) {
    const box = (await part.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(bar!.y);
  }
});
