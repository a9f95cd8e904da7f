import type EditorJS from "@editorjs/editorjs";
import type { BlockAPI } from "@editorjs/editorjs";
import type { EditorBlock } from "#schema/articles/document.ts";
import { isBlankHtml } from "../../article-content.ts";
import { toInlineHtml } from "./inline-text.ts";

/** Other blocks can follow these. The texts of all others, such as table cells, take a paste as one text. */
const OPEN_BLOCKS: ReadonlySet<string> = new Set(["paragraph", "header", "list"]);

/**
 * Puts blocks at the caret in `field`, a text of `block`, and the caret behind them. A selection is replaced.
 * @param plain The same as plain text.
 */
export function insertBlocks(
  editor: EditorJS,
  block: BlockAPI,
  field: HTMLElement,
  pasted: readonly EditorBlock[],
  plain: string,
) {
  const selected = Array.from({ length: editor.blocks.getBlocksCount() }, (_, at) => editor.blocks.getBlockByIndex(at)!)
    .filter((other) => other.selected)
    .map(({ id }) => id);
  if (selected.length > 0) {
    insertAt(editor, editor.blocks.getBlockIndex(selected[0]!), pasted);
    for (const id of selected) editor.blocks.delete(editor.blocks.getBlockIndex(id));
    return;
  }
  const text = inlineText(block.name, pasted);
  if (text !== undefined) {
    // Parts of a sentence can begin or end with a space.
    const [before, after] = [/^[ \u00a0]/, /[ \u00a0]$/].map((space) => (space.test(plain) ? " " : ""));
    document.execCommand("insertHTML", false, `${before}${text}${after}`);
    return;
  }
  if (!getSelection()!.isCollapsed) document.execCommand("delete");
  const index = editor.blocks.getBlockIndex(block.id);
  if (block.isEmpty) insertAt(editor, index, pasted, true);
  else if (block.name === "list") insertAt(editor, index + 1, pasted);
  else if (isCaretAtStart(field)) insertAt(editor, index, pasted);
  else {
    const rest = cutAfterCaret(field);
    if (!isBlankHtml(rest)) editor.blocks.insert("paragraph", { text: rest }, undefined, index + 1, false);
    insertAt(editor, index + 1, pasted);
  }
}

function isCaretAtStart(field: HTMLElement): boolean {
  const before = getSelection()!.getRangeAt(0).cloneRange();
  before.setStart(field, 0);
  return before.toString().trim() === "";
}

/** Returns the HTML that it removes from `field`. */
function cutAfterCaret(field: HTMLElement): string {
  const after = getSelection()!.getRangeAt(0).cloneRange();
  after.setEnd(field, field.childNodes.length);
  const rest = document.createElement("div");
  rest.append(after.extractContents());
  return rest.innerHTML;
}

/** Returns undefined if the blocks become blocks of their own. */
function inlineText(blockName: string, pasted: readonly EditorBlock[]): string | undefined {
  const [first] = pasted;
  const isAlike =
    pasted.length === 1 && (first!.type === "paragraph" || (first!.type === "header" && blockName === "header"));
  return isAlike || !OPEN_BLOCKS.has(blockName) ? toInlineHtml(pasted) : undefined;
}

function insertAt(editor: EditorJS, index: number, pasted: readonly EditorBlock[], replaces = false) {
  for (const [at, { type, data }] of pasted.entries()) {
    const { file, ...others } = data;
    const isUpload = file instanceof File;
    const shown = isUpload ? others : data;
    const block = editor.blocks.insert(type, shown, undefined, index + at, true, replaces && at === 0);
    if (isUpload) block.call("onPaste", new CustomEvent("file", { detail: { file } }));
  }
  let last = index + pasted.length - 1;
  // A dividing line cannot have the caret.
  if (!editor.blocks.getBlockByIndex(last)!.focusable) editor.blocks.insert("paragraph", {}, undefined, (last += 1));
  editor.caret.setToBlock(last, "end");
  editor.toolbar.close();
}
