import EditorJS, { type BlockAPI, type LogLevels } from "@editorjs/editorjs";
import type { EditorBlock } from "#schema/document.ts";
import { readDocument, asObject } from "#schema/read-document.ts";
import { createToolContext } from "./tool-context.ts";
import { makeMenusAccessible } from "./menus.ts";
import { type LoadedBlock, type SavedBlock, toStoredBlocks } from "./stored-blocks.ts";
import { createTools } from "./tools.ts";
import { EDITOR_TEXTS } from "./editor-texts.ts";
import "./editor.css";

const CHANGE_DEBOUNCE_MS = 300;
const SAVE_FAILED = "Failed to save editor content.";

export type OpenEditor = {
  /** See `ArticleEditorHandle`. @throws Error with a sentence for the author. */
  save(): Promise<string>;
  focus(): void;
  /** Reports the last change first. */
  close(): Promise<void>;
};

type EditorListener = {
  onChange: (content: string) => void;
  onMessage: (message: string) => void;
  onUploading: (isUploading: boolean) => void;
  /** `entry` is empty if the arrow keys have reached none. */
  onMenuEntryFocused: (entry: string) => void;
};

/** @throws if the editor cannot start. */
export async function openEditor(holder: HTMLElement, initial: string, listener: EditorListener): Promise<OpenEditor> {
  const blocks = readDocument(initial).blocks.flatMap(toBlock);
  const context = createToolContext(listener);
  const editor = new EditorJS({
    holder,
    tools: createTools(context),
    // Ids are left out, because the editor cannot load a document with a duplicate id. It creates its own ids.
    data: { blocks: blocks.map(({ type, data }) => ({ type, data })) },
    placeholder: "Write your article…",
    minHeight: 100,
    i18n: { messages: EDITOR_TEXTS },
    // At other levels it warns of each block of an unknown type. Such blocks are shown as stubs and kept.
    logLevel: "ERROR" as LogLevels,
  });
  await editor.isReady;
  // Editor.js creates its menus in an idle callback and ignores "/" until then. This callback runs after it.
  await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: 2000 }));

  const stopMenus = makeMenusAccessible(holder, listener.onMenuEntryFocused);

  const read = () => Promise.all(listBlocks(editor).map(readBlock));
  const loaded = new Map<string, LoadedBlock>();
  for (const [index, { id, data }] of (await read()).entries()) {
    const block = blocks[index];
    // Some tools return their internal object and change it later.
    if (block) loaded.set(id, { block, data: structuredClone(data) });
  }

  const collect = async () => toStoredBlocks(await read(), loaded);
  const toContent = (stored: EditorBlock[]) => {
    const isUnchanged = stored.length === blocks.length && stored.every((block, index) => block === blocks[index]);
    return isUnchanged ? initial : JSON.stringify({ time: Date.now(), blocks: stored, version: EditorJS.version });
  };

  let lastReported = JSON.stringify(await collect());
  let timer: number | undefined;
  const reportChange = async () => {
    timer = undefined;
    try {
      const stored = await collect();
      const now = JSON.stringify(stored);
      // The editor also reports DOM changes by its tools, which do not change the content.
      if (now === lastReported) return;
      lastReported = now;
      listener.onChange(toContent(stored));
    } catch {
      listener.onMessage(SAVE_FAILED);
    }
  };
  // The `onChange` option of the editor would add a delay of 400 ms.
  editor.on("block changed", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(reportChange, CHANGE_DEBOUNCE_MS);
  });

  return {
    async save() {
      await context.waitForUploads();
      try {
        return toContent(await collect());
      } catch (cause) {
        listener.onMessage(SAVE_FAILED);
        throw new Error(SAVE_FAILED, { cause });
      }
    },
    focus: () => void editor.focus(),
    async close() {
      window.clearTimeout(timer);
      if (timer !== undefined) await reportChange();
      stopMenus();
      editor.destroy();
    },
  };
}

function toBlock(value: unknown): EditorBlock[] {
  const block = asObject(value);
  return typeof block["type"] === "string" ? [{ ...(block as EditorBlock), data: asObject(block["data"]) }] : [];
}

const listBlocks = ({ blocks }: EditorJS) =>
  Array.from({ length: blocks.getBlocksCount() }, (_, index) => blocks.getBlockByIndex(index)!);

async function readBlock(block: BlockAPI): Promise<SavedBlock> {
  // Not `editor.save()`: its sanitizer drops inline tags that no tool creates. The server sanitizes the content.
  const { data } = (await block.save()) ?? { data: undefined };
  return { id: block.id, type: block.name, data, isValid: data !== undefined && (await block.validate(data)) };
}
