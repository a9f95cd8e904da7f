import type EditorJS from "@editorjs/editorjs";
import { asObject } from "#schema/articles/read-document.ts";
import type { HistoryBlock } from "./history.ts";

const FEW_DELETIONS = 10;

/**
 * Makes the editor show `wanted` instead of `shown`. Blocks that are the same stay as they are, others are created again
 * with their id. Returns the id of the first block at a changed place.
 */
export function showState(
  { blocks }: EditorJS,
  shown: readonly HistoryBlock[],
  wanted: readonly HistoryBlock[],
): string | undefined {
  const dataById = new Map(wanted.map(({ id, data }) => [id, data]));
  const kept = new Set(
    shown.filter(({ id, data }) => dataById.has(id) && dataById.get(id) === data).map(({ id }) => id),
  );
  withoutLayout(blocks.getBlockByIndex(0)!.holder.parentElement!, shown.length - kept.size, () => {
    // The editor would put an empty block in place of the last one.
    for (let index = shown.length - 1; index >= 0 && blocks.getBlocksCount() > 1; index -= 1)
      if (!kept.has(shown[index]!.id)) blocks.delete(index);
  });
  for (const [index, block] of wanted.entries()) {
    if (!kept.has(block.id)) insert(blocks, block, index);
    else if (blocks.getBlockByIndex(index)!.id !== block.id) blocks.move(index, blocks.getBlockIndex(block.id));
  }
  if (blocks.getBlocksCount() > wanted.length) blocks.delete(wanted.length);
  const changed = wanted.findIndex(({ id }, index) => !kept.has(id) || shown[index]?.id !== id);
  return wanted.at(changed)?.id;
}

/** The editor places the caret after each deletion, so the page would be laid out as often. */
function withoutLayout(parent: HTMLElement, deletions: number, act: () => void): void {
  const { scrollX, scrollY } = window;
  parent.hidden = deletions > FEW_DELETIONS;
  act();
  parent.hidden = false;
  window.scrollTo(scrollX, scrollY);
}

function insert(blocks: EditorJS["blocks"], block: HistoryBlock, index: number): void {
  const insertWith = (data: object) => blocks.insert(block.type, data, {}, index, false, false, block.id);
  try {
    insertWith(toolData(block));
  } catch {
    // The list tool cannot load a list without items, which it saves.
    insertWith({});
  }
}

/** A block of an unknown type is a stub, which saves what it stands for. */
function toolData({ type, data = "{}" }: HistoryBlock): object {
  const saved = asObject(JSON.parse(data));
  return type === "stub" ? { savedData: saved, title: saved["type"] } : saved;
}
