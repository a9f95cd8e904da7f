import { createRef } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { openEditor } from "#web/features/documents/editor/open-editor.ts";
import { ArticleEditor, type ArticleEditorHandle } from "#web/features/documents/field/article-editor.tsx";
import { everyBlock } from "../../support/every-block.ts";
import { press, see } from "../support/actions.ts";
import { answerApi } from "../support/api.ts";
import { untilEditor, writeArticle } from "../support/article.ts";
import { show } from "../support/show.tsx";

vi.mock(import("#web/features/documents/editor/open-editor.ts"), { spy: true });

const editor = createRef<ArticleEditorHandle>();

const Form = ({ initial }: { initial: string }) => (
  <>
    <ArticleEditor name="content" ref={editor} initial={initial} onChange={() => {}} label="Article" />
    <input aria-label="Next" />
    <input aria-label="Last" />
  </>
);

type Block = { id?: string; type: string; data: Record<string, unknown> };
const part = (selector: string) => document.querySelector<HTMLElement>(selector)!;

async function openArticle(...blocks: Block[]) {
  // On narrow screens, menus have no search.
  await page.viewport(1000, 800);
  await show(<Form initial={JSON.stringify({ blocks })} />);
  await untilEditor();
}

const stored = async () => (JSON.parse(await editor.current!.save()) as { blocks: Block[] }).blocks;
const paragraph = (text: string): Block => ({ type: "paragraph", data: { text } });

/** Editor.js listens to the keys of new blocks in idle callbacks. */
const settle = () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)));

async function openMenuOfNewLine() {
  await writeArticle("{Enter}");
  await settle();
  await userEvent.keyboard("/");
  await expect.poll(() => part(".ce-popover--opened")).not.toBeNull();
}

test("editing one block does not change other blocks, also of an unknown type", async () => {
  const unknown = { id: "unknown", type: "unheard-of", data: { a: 1 } };
  const last = { id: "last", type: "paragraph", data: { text: "The <sub>end</sub>", alignment: "right" } };
  await openArticle(...everyBlock.blocks, unknown, last);
  await see("Unsupported block type. It is kept as it is.");
  await writeArticle("!");
  const blocks = await stored();
  expect(blocks.slice(0, -1)).toEqual([...everyBlock.blocks, unknown]);
  expect(blocks.at(-1)).toEqual({ ...last, data: { ...last.data, text: "The <sub>end!</sub>" } });
});

test("an embed stays a link until the author clicks it", async () => {
  const source = "https://www.youtube.com/watch?v=jNQXAC9IVRw";
  await openArticle({ type: "embed", data: { service: "youtube", source, embed: source, caption: "A video" } });
  await expect.element(page.getByRole("link", { name: "Play on YouTube" })).toBeVisible();
  expect(part("iframe")).toBeNull();
});

test("an image is added and described, and one that is too large is refused", async () => {
  answerApi({ "POST images/": { success: 1, file: { url: "/favicon.ico", width: 16 } } });
  await openArticle(paragraph("Look:"));
  await openMenuOfNewLine();
  // The browser's window of files does not open here.
  const opened = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(() => {});
  const choose = (file: File) => {
    const data = new DataTransfer();
    data.items.add(file);
    const input = opened.mock.contexts.at(-1) as HTMLInputElement;
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
  };
  await page.getByText("Image", { exact: true }).click();
  await expect.poll(() => opened.mock.calls.length).toBe(1);
  choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.png", { type: "image/png" }));
  await see(IMAGE_MESSAGES.tooLarge);
  await press("Choose an image");
  await expect.poll(() => opened.mock.calls.length).toBe(2);
  choose(new File(["x"], "a.png", { type: "image/png" }));
  await expect.poll(() => part(".image-tool img")).not.toBeNull();
  // The tool shows the file that it reads, and it may read longer than this answer takes.
  await expect.poll(() => part(".image-tool__image-preloader").style.backgroundImage).not.toBe("");
  opened.mockRestore();
  // The file does not exist here, and the tool waits for it.
  part(".image-tool img").dispatchEvent(new Event("load"));
  await page.getByLabelText("Alternative text").fill("A server");
  await userEvent.click(part(".image-tool__caption"));
  await userEvent.keyboard("How it works");
  const data = { alt: "A server", caption: "How it works", file: { url: "/favicon.ico", width: 16 } };
  expect((await stored())[1]).toMatchObject({ type: "image", data });
});

test("a new heading has level 2, and can get levels 3 and 4", async () => {
  await openArticle(paragraph("Text"));
  await openMenuOfNewLine();
  await userEvent.keyboard("head");
  await expect.poll(() => part(".ce-popover-item--focused")?.textContent).toContain("Heading");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => part("h2.ce-header")).not.toBeNull();
  await userEvent.click(part("h2.ce-header"));
  await userEvent.keyboard("Why");
  await settle();
  await userEvent.keyboard("{Control>}/{/Control}");
  const names = () =>
    [...document.querySelectorAll(".ce-popover--opened .ce-popover-item__title")].map(({ textContent }) => textContent);
  await expect
    .poll(() => names().filter((name) => /^Heading \d$/.test(name)))
    .toEqual(["Heading 2", "Heading 3", "Heading 4"]);
});

test.each(["Backspace", "Delete"])(
  "%s deletes all selected blocks in one step, although a menu was open",
  async (key) => {
    const content = [paragraph("one"), { type: "header", data: { text: "two", level: 2 } }, paragraph("three")];
    await openArticle(...content);
    await writeArticle("{Control>}a{/Control}");
    await expect.poll(() => part(".ce-inline-toolbar .ce-popover--opened")).not.toBeNull();
    await userEvent.keyboard("{Control>}a{/Control}");
    await expect.poll(() => document.querySelectorAll(".ce-block--selected").length).toBe(3);
    await userEvent.keyboard(`{${key}}`);
    await expect.poll(stored).toEqual([]);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(stored).toMatchObject(content);
  },
);

test("keyboard users can enter and leave the editor, and other fields keep their Tab", async () => {
  await openArticle({ type: "code", data: { code: "a" } });
  const code = part(".ce-code__textarea") as HTMLTextAreaElement;
  code.focus();
  await userEvent.keyboard("{Tab}");
  expect(code.value).toBe("a  ");
  await userEvent.keyboard("{Escape}{Tab}");
  await expect.element(page.getByLabelText("Next")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByLabelText("Last")).toHaveFocus();
});

test("an editor that cannot be loaded shows an error and can be loaded again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.mocked(openEditor).mockRejectedValueOnce(new Error("No script came."));
  await show(<Form initial="" />);
  await see("Failed to initialize editor");
  await press("Try again");
  await untilEditor();
  await expect.poll(() => document.activeElement!.className).toContain("ce-paragraph");
});
