// @module-tag long
import path from "node:path";
import type { Page } from "playwright";
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { everyBlock } from "../../support/every-block.ts";
import { pressButton } from "../support/actions.ts";
import { visit } from "../support/visit.ts";
import { callApi, listSite, focusMenuEntry, openBlockMenu } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

const IMAGE_FILE = path.join(import.meta.dirname, "../../../worker/commands/demo/media/federation.webp");

type Stored = { blocks: { id?: string; type: string; data: Record<string, unknown> }[] };

const stored = async (page: Page, id: number) =>
  JSON.parse((await callApi<{ content: string }>(page, "GET", `sites/${id}/`)).content) as Stored;

/** Creates a user and a site with this article, and opens it in the editor. */
async function openArticle(content: string | object) {
  const page = await visitSignedIn("/user");
  const { id } = await listSite(page, { blog: { content: JSON.stringify(content) } });
  await openEditor(page, id);
  return { page, id };
}

async function openEditor(page: Page, id: number) {
  await page.goto(`/site/edit/${id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".article-editor[aria-busy=false]").waitFor();
}

async function save(page: Page) {
  await pressButton(page, "Save Changes");
  await page.getByText("Saved successfully!").waitFor();
}

test("editing one block does not change other blocks", async () => {
  const last = { id: "last", type: "paragraph", data: { text: "The <sub>end</sub>", alignment: "right" } };
  const document = { ...everyBlock, blocks: [...everyBlock.blocks, last] };
  const { page, id } = await openArticle(document);
  expect(await stored(page, id)).toEqual(document);

  await page.locator(".ce-paragraph").last().click();
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await save(page);
  const { blocks } = await stored(page, id);
  expect(blocks.slice(0, -1)).toEqual(everyBlock.blocks);
  expect(blocks.at(-1)).toEqual({ ...last, data: { ...last.data, text: "The <sub>end!</sub>" } });
});

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

test(
  "an image is added with the keyboard and described, and one that is too large is refused",
  { tags: "journey" },
  async () => {
    const { page, id } = await openArticle({ blocks: [{ type: "paragraph", data: { text: "Look:" } }] });
    await page.locator(".ce-paragraph").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    // Playwright enables the interception of file choosers in the background, so the wait starts before the menu opens.
    const choosing = page.waitForEvent("filechooser");
    const menu = await openBlockMenu(page);
    await menu.getByPlaceholder("Filter").fill("Image");
    await focusMenuEntry(page, menu);
    const [chooser] = await Promise.all([choosing, page.keyboard.press("Enter")]);
    await chooser.setFiles({ name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await page.getByText("The image must be at most 5 MB.").waitFor();

    const again = page.getByRole("button", { name: "Choose an image" });
    const [another] = await Promise.all([page.waitForEvent("filechooser"), again.press("Enter")]);
    await another.setFiles(IMAGE_FILE);
    await page.locator(".image-tool--filled img").waitFor();
    await page.getByLabel("Alternative text").fill("A server and two phones");
    await page.locator(".image-tool__caption").click();
    await page.keyboard.type("How it works");
    await save(page);
    expect((await stored(page, id)).blocks[1]).toMatchObject({
      type: "image",
      data: {
        alt: "A server and two phones",
        caption: "How it works",
        file: { url: expect.stringMatching(/^\/media\//), width: expect.any(Number) },
      },
    });
    await openEditor(page, id);
    await pressButton(page, "Preview");
    await page.getByRole("img", { name: "A server and two phones" }).waitFor();
  },
);

test("on a phone the hint does not mention keys", async () => {
  const { page, id } = await openArticle({ blocks: [{ type: "paragraph", data: { text: "One." } }] });
  await page.getByText("Press / in an empty line").waitFor();
  const storageState = await page.context().storageState();
  const phone = await visit(`/site/edit/${id}`, { storageState, hasTouch: true, isMobile: true });
  await phone.getByRole("tab", { name: "Blog Content" }).click();
  await phone.getByText("Tap a line and then the +").waitFor();
  expect(await phone.getByText("Press / in an empty line").isVisible()).toBe(false);
});

test(
  "keyboard users can enter and leave the editor, and other fields keep their Tab",
  { tags: "journey" },
  async () => {
    const { page } = await openArticle({ blocks: [{ type: "code", data: { code: "a" } }] });
    const code = page.locator(".ce-code__textarea");
    await code.focus();
    await page.keyboard.press("Tab");
    expect(await code.inputValue()).toBe("a  ");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const outside = () => page.evaluate(() => !document.activeElement?.closest(".article-editor"));
    expect(await outside()).toBe(true);
    await page.keyboard.press("Tab");
    expect(await outside()).toBe(true);
  },
);

test("an embed stays a link until the author clicks it", async () => {
  const source = "https://www.youtube.com/watch?v=jNQXAC9IVRw";
  const { page } = await openArticle({
    blocks: [{ type: "embed", data: { service: "youtube", source, embed: source, caption: "A video" } }],
  });
  await page.getByRole("link", { name: "Play on YouTube" }).waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
});

test("an editor that cannot be loaded shows an error and can be loaded again", async () => {
  const page = await visitSignedIn("/user");
  const { id } = await listSite(page);
  await page.route("**/assets/open-editor-*.js*", (route) => route.fulfill({ status: 503 }));
  await page.goto(`/site/edit/${id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.getByText("Failed to initialize editor").waitFor();
  await page.unroute("**/assets/open-editor-*.js*");
  await pressButton(page, "Try again");
  await page.locator(".ce-paragraph:focus").waitFor();
});

test("the preview looks like the page, and its links do nothing", { tags: "journey" }, async () => {
  const blocks = Array.from({ length: 5 }, (_, at) => ({ type: "paragraph", data: { text: `Block ${at}.` } }));
  const { page, id } = await openArticle({ blocks });
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

  const { slug } = await callApi<{ slug: string }>(page, "GET", `sites/${id}/`);
  await page.goto(`/${slug}`);
  expect(shown).not.toEqual([]);
  await page.getByRole("heading", { name: "Discover Other Sites" }).waitFor();
  expect((await linesOf(page.getByRole("main"))).slice(-shown.length)).toEqual(shown);
});

test("the preview shows the current text, and a failed one can be loaded again", async () => {
  const { page } = await openArticle({ blocks: [{ type: "header", data: { text: "Why", level: 2 } }] });
  await page.locator("h2.ce-header").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" not?");
  await page.route("**/api/preview/", (route) => route.fulfill({ status: 503, json: { error: "Not right now." } }));
  await pressButton(page, "Preview");
  await page.getByText("Not right now.").waitFor();
  await page.unroute("**/api/preview/");
  await pressButton(page, "Try again");
  await page.locator(".article").getByRole("heading", { name: "Why not?" }).waitFor();
});
