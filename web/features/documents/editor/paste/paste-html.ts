import type EditorJS from "@editorjs/editorjs";
import { type EditorBlock, MAX_DOCUMENT_BYTES } from "#schema/articles/document.ts";
import { blocksFromHtml } from "./blocks-from-html.ts";
import { insertBlocks } from "./insert-blocks.ts";
import { escapeHtml } from "./runs.ts";
import { TooLong } from "./too-long.ts";

const LOST_IMAGES = "Some images cannot be pasted. Save them on your device, then add them from there.";
const TOO_LONG = "The text that you pasted is too long for an article. Please paste a part of it.";

/**
 * Converts what is pasted before Editor.js does. Editor.js keeps its own blocks, addresses alone, and files without a
 * description.
 */
export function pasteHtml(editor: EditorJS, holder: HTMLElement, showMessage: (text: string) => void): void {
  const paste = (event: ClipboardEvent) => {
    const field = event.target instanceof Element ? event.target.closest<HTMLElement>("[contenteditable=true]") : null;
    const block = field && editor.blocks.getBlockByElement(field);
    const data = event.clipboardData;
    // A link card loads the address that is pasted.
    if (!block || !data || block.name === "linkTool" || data.types.includes("application/x-editor-js")) return;
    showMessage("");
    const plain = data.getData("text/plain");
    if (!data.files.length && !data.getData("text/html") && isMarkdown(plain)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      void toHtml(plain).then((html) => pasteAgain(field, html, plain));
      return;
    }
    try {
      const { blocks, hasLostImages } = readClipboard(data);
      if (blocks.length === 0 && !hasLostImages) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (hasLostImages) showMessage(LOST_IMAGES);
      if (blocks.length > 0) insertBlocks(editor, block, field, blocks, plain);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      event.preventDefault();
      event.stopImmediatePropagation();
      showMessage(TOO_LONG);
    }
  };
  holder.addEventListener("paste", paste, { capture: true });
}

const NOTHING = { blocks: [], hasLostImages: false };

/** Returns no blocks if Editor.js must read it. */
function readClipboard(data: DataTransfer): { blocks: EditorBlock[]; hasLostImages: boolean } {
  const plain = data.getData("text/plain");
  const html = data.getData("text/html");
  const body = new DOMParser().parseFromString(html, "text/html").body;
  const text = body.textContent.trim();
  const [file] = data.files;
  if (file && !text) {
    const alt = body.querySelector("img")?.alt.trim();
    return alt ? { blocks: [{ type: "image", data: { file, alt, caption: "" } }], hasLostImages: false } : NOTHING;
  }
  const isAddress = /^https?:\/\/\S+$/.test(plain.trim()) && (!text || text === plain.trim());
  return isAddress ? NOTHING : blocksFromHtml(html || toParagraphs(plain));
}

const MARKDOWN = /^ {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~)|\*\*[^*\n]+\*\*|\]\(\S/m;

const isMarkdown = (plain: string) => plain.length < MAX_DOCUMENT_BYTES && MARKDOWN.test(plain);

async function toHtml(markdown: string): Promise<string> {
  try {
    const { parse } = await import("marked");
    return parse(markdown, { async: false });
  } catch {
    // The script did not come, or the text is nested too deeply.
    return toParagraphs(markdown);
  }
}

/** As if a page with this HTML had been copied. */
function pasteAgain(field: HTMLElement, html: string, plain: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", plain);
  if (document.activeElement !== field) field.focus();
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

const toParagraphs = (plain: string) =>
  plain
    .split(/\r?\n/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join("");
