// @module-tag long
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { pressButton } from "../support/actions.ts";
import { listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

/** Creates a user and a site with this article, and opens it in the editor. */
async function openArticle(content: object) {
  const page = await visitSignedIn("/user");
  const { id, slug } = await listSite(page, { blog: { content: JSON.stringify(content) } });
  await page.goto(`/site/edit/${id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  return { page, id, slug };
}

test("a hostile article runs no script and sends no request to other origins in the editor", async () => {
  const html = "<img src=x onerror=alert(1)><svg onload=alert(1)><a href='javascript:alert(1)'>x</a>";
  const away = "https://evil.example/";
  const { page } = await openArticle({
    blocks: [
      { type: "paragraph", data: { text: html } },
      { type: "list", data: { style: "unordered", items: [html, { content: html, items: [html] }] } },
      { type: "table", data: { content: [["a"], [html, html, html]] } },
      { type: "raw", data: { html: `${html}<script>alert(1)</script><img src="${away}a.png">` } },
      { type: "image", data: { file: { url: `${away}b.png` }, caption: html } },
      { type: "embed", data: { service: "youtube", source: away, embed: away, caption: html } },
      { type: "linkTool", data: { link: away, meta: { image: { url: `${away}c.png` } } } },
      { type: "__proto__", data: { html } },
      { type: "unheard-of", data: { html } },
    ],
  });
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await page.getByText("Unsupported block type. It is kept as it is.").first().waitFor();
  expect(await page.locator(".article-editor-host :is(script, iframe, object, svg[onload], [onerror])").count()).toBe(
    0,
  );
  expect(dialogs).toBe(0);
});

test("the preview looks like the page, and its links do nothing", { tags: "journey" }, async () => {
  const blocks = Array.from({ length: 5 }, (_, at) => ({ type: "paragraph", data: { text: `Block ${at}.` } }));
  const { page, id, slug } = await openArticle({ blocks });
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
