// @module-tag long
import { expect, test } from "vitest";
import { translate } from "../../support/translate.ts";
import { visit } from "../support/visit.ts";

test("a visitor searches, filters and sorts a page that the browser translates", { tags: "journey" }, async () => {
  const page = await visit("/");
  await page.evaluate(translate);
  const search = page.locator("#search");
  const count = page.locator(".result-count");
  const all = await count.innerText();

  await search.pressSequentially("chat", { delay: 20 });
  await count.getByText(/for “chat”/).waitFor();
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  await search.fill("");
  await expect.poll(() => count.innerText()).toBe(all);

  const filter = page.getByRole("checkbox", { name: /Free plan/ });
  await filter.check();
  await page.getByRole("list", { name: "Chosen filters" }).waitFor();
  await filter.uncheck();
  await expect.poll(() => count.innerText()).toBe(all);

  await page.locator("select[name=sort]").selectOption("popular");
  await page.waitForURL(/sort=popular/);
  await page.locator(".pager [rel=next]").first().click();
  await count.getByText(/page 2/).waitFor();
  await page.locator(".site-card .card-link").first().click();
  await page.getByRole("heading", { name: /Key facts/ }).waitFor();
  await page.goBack();
  await count.getByText(/page 2/).waitFor();
});
