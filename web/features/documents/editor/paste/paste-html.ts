import type EditorJS from "@editorjs/editorjs";
import type { EditorBlock } from "#schema/articles/document.ts";
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
    try {
      const { blocks, hasLostImages } = readClipboard(data);
      if (blocks.length === 0 && !hasLostImages) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (hasLostImages) showMessage(LOST_IMAGES);
      if (blocks.length > 0) insertBlocks(editor, block, field, blocks, data.getData("text/plain"));
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

const toParagraphs = (plain: string) =>
  plain
    .split(/\r?\n/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join("");
