// @module-tag long
import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

test("a mouse that rests on a link loads its page, which then uses what was loaded", { tags: "journey" }, async () => {
  const page = await visit("/");
  const loaded: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on("Network.responseReceived", ({ response }) => {
    if (!response.fromDiskCache) loaded.push(new URL(response.url).pathname);
  });
  await session.send("Network.enable");
  const card = page.locator("#results .card-link").first();
  const [name, path] = [await card.innerText(), `/api/pages${await card.getAttribute("href")}`];
  const ofPage = () => loaded.filter((asked) => asked === path || asked.includes("/site-page-"));
  const title = page.getByRole("heading", { level: 1 });
  await card.hover();
  await expect.poll(ofPage).toHaveLength(2);
  expect(await title.innerText()).not.toBe(name);
  await page.mouse.down();
  await page.mouse.up();
  await title.filter({ hasText: name }).waitFor();
  expect(ofPage()).toHaveLength(2);
});
