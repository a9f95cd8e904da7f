import { expect, test } from "vitest";
import { visit } from "./support/visit.ts";

const heading = "h1";

test("a visitor searches, reads a site, goes on to the alternatives of a product and comes back", async () => {
  const page = await visit("/");
  await page
    .getByRole("searchbox")
    .or(page.getByRole("combobox", { name: /search/i }))
    .first()
    .fill("matermost");
  await page.waitForURL(/[?&]q=matermost/);
  await page.getByRole("main").getByRole("link", { name: "Mattermost", exact: true }).click();
  await page.waitForURL("**/mattermost");
  expect(await page.locator(heading).textContent()).toContain("Mattermost");
  expect(await page.title()).toContain("Mattermost");

  await page.getByRole("main").getByRole("link", { name: "Slack", exact: true }).first().click();
  await page.waitForURL("**/alternatives/slack");
  expect(await page.locator(heading).textContent()).toContain("Slack");

  await page.goBack();
  await page.waitForURL("**/mattermost");
  await page.goBack();
  await page.waitForURL(/[?&]q=matermost/);
  await page.getByRole("main").getByRole("link", { name: "Mattermost", exact: true }).waitFor();
});

test.each(["/", "/mattermost", "/alternatives/slack", "/categories/communication"])(
  "%s is read with scripts off as with scripts on",
  async (path) => {
    const [off, on] = [await visit(path, { javaScriptEnabled: false }), await visit(path)];
    await on.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("check_auth")),
    );
    const text = (page: typeof on) => page.getByRole("main").innerText();
    expect((await text(off)).length).toBeGreaterThan(300);
    expect(await text(on)).toBe(await text(off));
    expect(await on.title()).toBe(await off.title());
  },
);

test("search, category, sorting and pages work with scripts off", async () => {
  const page = await visit("/", { javaScriptEnabled: false });
  await page
    .getByRole("searchbox")
    .or(page.getByRole("combobox", { name: /search/i }))
    .first()
    .fill("slack");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]q=slack/);
  await page.getByRole("main").getByRole("link", { name: "Mattermost", exact: true }).waitFor();
});
