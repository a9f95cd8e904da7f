// @module-tag long
import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

test("a visitor searches, opens a site and a product, and goes back to the search", { tags: "journey" }, async () => {
  const page = await visit("/");
  await page.locator("#search").fill("matermost");
  await page.waitForURL(/[?&]q=matermost/);
  await page.locator("#results").getByRole("link", { name: "Mattermost", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
  expect(await page.title()).toContain("Mattermost");

  await page.getByRole("main").getByRole("link", { name: "Slack", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: /alternatives to Slack/ }).waitFor();
  expect(page.url()).toContain("/alternatives/slack");

  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
  await page.goBack();
  await page.waitForURL(/[?&]q=matermost/);
  await page.locator("#results").getByRole("link", { name: "Mattermost", exact: true }).waitFor();
});

test("the search works without scripts", { tags: "journey" }, async () => {
  const page = await visit("/", { javaScriptEnabled: false });
  await page.locator("#search").fill("slack");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/alternatives/slack?searched=slack");
  await page.getByRole("link", { name: "Search for “slack” instead" }).click();
  await page.waitForURL("**/?q=slack#results");
  await page.locator("#results").getByRole("link", { name: "Mattermost", exact: true }).waitFor();
});

test("a link from a list to a page fades, but not for visitors who want less motion", { tags: "journey" }, async () => {
  for (const [reducedMotion, fades] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    const page = await visit("/alternatives/slack", { reducedMotion });
    const animations = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const start = document.startViewTransition.bind(document);
          document.startViewTransition = (update) => {
            const transition = start(update);
            void transition.ready.then(() => resolve(document.getAnimations().length));
            return transition;
          };
        }),
    );
    await page.locator(".results").getByRole("link", { name: "Mattermost", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
    expect((await animations) > 0, reducedMotion).toBe(fades);
  }
});
