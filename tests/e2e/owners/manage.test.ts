// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { listSite, writeArticle } from "../support/owners.ts";
import { pressButton } from "../support/actions.ts";
import { visitSignedIn } from "../support/people.ts";

const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const toEdit = (page: Page, { id }: { id: number }) => page.goto(`/site/edit/${id}`);

test("a site is edited, previewed and saved, and its page shows it at once", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  // The browser now has the page in its cache.
  await page.goto(`/${site.slug}`);
  await page.getByText("What this site does.").waitFor();

  await toEdit(page, site);
  await page.getByLabel("Site name").fill(`${site.name} renamed`);
  await page.getByLabel("Description").fill("A new description");
  await openTab(page, "Alternatives");
  await pressButton(page, "Remove product 1");
  await openTab(page, "Blog Content");
  await writeArticle(page, " And more.");
  await pressButton(page, "Preview");
  await page.locator(".article").getByText("What this site does. And more.").waitFor();
  await pressButton(page, "Edit");
  await page.locator(".ce-paragraph").getByText("And more.").waitFor();
  await pressButton(page, "Save Changes");
  await page.waitForURL("**/dashboard");
  await page
    .getByRole("article")
    .getByRole("link", { name: `${site.name} renamed`, exact: true })
    .click();
  await page.getByRole("heading", { level: 1, name: `${site.name} renamed` }).waitFor();
  await page.locator(".article").getByText("What this site does. And more.").waitFor();
  expect(await page.getByText("First Product").count()).toBe(0);

  await page.goto(`/${site.slug}`);
  await page.getByText("A new description").first().waitFor();
});
