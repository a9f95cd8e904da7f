// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { baseUrl } from "../support/base-url.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { callApi, listSite, waitForText, writeArticle } from "../support/owners.ts";
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

test("a row is edited in place, and a deleted site is gone for good", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto("/sites");
  await pressButton(page, `Edit ${site.name}`);
  await waitForFocus(page.locator('[name="name"]'));
  await page.getByLabel("Site name").fill("");
  await pressButton(page, "Save");
  await waitForText(page, "Site name is required");
  await page.getByLabel("Site name").fill("Named in the row");
  await page.getByLabel("URL").first().fill("https://in-the-row.example/");
  await page.getByRole("button", { name: "Remove product 2" }).click();
  await pressButton(page, "Save");
  await page
    .getByRole("row", { name: /Named in the row/ })
    .getByText("First Product", { exact: true })
    .waitFor();
  await waitForFocus(page.getByRole("button", { name: /^Edit Named in the row/ }));
  // The row does not send the article, so the stored one is kept.
  expect(await callApi(page, "GET", `sites/${site.id}/`)).toMatchObject({
    name: "Named in the row",
    link: "https://in-the-row.example/",
    content: expect.stringContaining("What this site does."),
  });

  await pressButton(page, "Delete Named in the row");
  await pressButton(page, "Cancel");
  await pressButton(page, "Delete Named in the row");
  await pressButton(page, "Delete for good");
  await waitForFocus(page.getByRole("heading", { level: 1 }));
  await waitForText(page, "You don't have any sites yet");
  const answer = await fetch(new URL(`/${site.slug}`, baseUrl()));
  expect(answer.status).toBe(410);
});
