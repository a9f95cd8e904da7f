// @module-tag long
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { pressButton } from "../support/actions.ts";
import { listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

test("the preview looks like the page, and its links do nothing", { tags: "journey" }, async () => {
  const blocks = Array.from({ length: 5 }, (_, at) => ({ type: "paragraph", data: { text: `Block ${at}.` } }));
  const page = await visitSignedIn("/user");
  const { id, slug } = await listSite(page, { blog: { content: JSON.stringify({ blocks }) } });
  await page.goto(`/site/edit/${id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await pressButton(page, "Preview");
  const preview = page.locator(".page-preview-page");
  await preview.getByRole("heading", { name: "Discover Other Sites" }).waitFor();
  await preview.getByText("Sponsored").first().waitFor();
  // The lines after "Oldest" are new listings. Other tests can add some between the preview and the page, and change the
  // sponsors. Similar sites, and the owner's link to add facts, stand on the page alone.
  const linesOf = async (part: Locator) => {
    await part.locator("aside.paid-place, aside.section, .add-facts").evaluateAll((others) => {
      for (const other of others as HTMLElement[]) other.hidden = true;
    });
    const lines = (await part.innerText()).split("\n").filter((line) => line.trim() !== "");
    return lines.slice(0, lines.indexOf("Oldest") + 1);
  };
  const shown = await linesOf(preview);
  for (const name of ["First Product", "Oldest"])
    await preview.getByRole("link", { name, exact: true }).first().click({ noWaitAfter: true });
  await preview.getByRole("button", { name: "Search other sites" }).click();
  await preview.getByRole("button", { name: /^Like/ }).click();
  expect(new URL(page.url()).pathname).toBe(`/site/edit/${id}`);
  await preview.getByRole("button", { name: /^Like/, pressed: false }).waitFor();

  await page.goto(`/${slug}`);
  expect(shown).not.toEqual([]);
  await page.getByRole("heading", { name: "Discover Other Sites" }).waitFor();
  expect((await linesOf(page.getByRole("main"))).slice(-shown.length)).toEqual(shown);
});
