import Table from "@editorjs/table";
import { isBlankHtml } from "../article-content.ts";
import type { SavedBlock } from "./stored-blocks.ts";

type Options = ConstructorParameters<typeof Table>[0];

/**
 * Fixes the official tool, which fails if a row is longer than the first: all rows are filled up to the longest. And it
 * saves no empty rows, so undo would lose them.
 */
export class TableTool extends Table {
  constructor(options: Options) {
    const { content = [] } = options.data ?? {};
    const width = Math.max(...content.map((row) => row.length));
    const rows = content.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
    super({ ...options, data: { ...options.data, content: rows } });
  }

  override save(element?: HTMLElement) {
    const rows = [...element!.querySelectorAll(".tc-row")];
    const content = rows.map((row) => [...row.querySelectorAll(".tc-cell")].map((cell) => cell.innerHTML));
    return { ...super.save(), content };
  }
}

/** Empty rows are not stored. */
export function withoutEmptyRows(block: SavedBlock): SavedBlock {
  const rows = block.data?.["content"];
  if (block.type !== "table" || !Array.isArray(rows)) return block;
  const content = (rows as string[][]).filter((row) => !row.every(isBlankHtml));
  return { ...block, data: { ...block.data, content } };
}
