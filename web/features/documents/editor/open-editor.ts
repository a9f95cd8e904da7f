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
  /** @throws Error with a sentence for the author. */
  save(): Promise<string>;
  focus(): void;
  /** Tells the last change, if it is still to be told. */
  close(): Promise<void>;
};

type EditorListener = {
  onChange: (content: string) => void;
  onMessage: (message: string) => void;
  onUploading: (isUploading: boolean) => void;
  /** The entry of a menu that the arrow keys have reached; empty where no menu is open. */
  onMenuEntryFocused: (entry: string) => void;
};

/** Rejects where the editor cannot start. */
export async function openEditor(holder: HTMLElement, initial: string, listener: EditorListener): Promise<OpenEditor> {
  const blocks = readDocument(initial).blocks.flatMap(toBlock);
  const context = createToolContext(listener);
  const editor = new EditorJS({
    holder,
    tools: createTools(context),
    // Without ids: the editor gives its own, so that a document in which two are the same loads, too.
    data: { blocks: blocks.map(({ type, data }) => ({ type, data })) },
    placeholder: "Write your article …",
    minHeight: 100,
    i18n: { messages: EDITOR_TEXTS },
    // It would warn of each block of an unknown type. They are shown and kept.
    logLevel: "ERROR" as LogLevels,
  });
  await editor.isReady;
  // It draws its menus when the browser has time, and until then takes no /. This waits its turn behind that.
  await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: 2000 }));

  const stopMenus = makeMenusAccessible(holder, listener.onMenuEntryFocused);

  const read = () => Promise.all(listBlocks(editor).map(readBlock));
  const loaded = new Map<string, LoadedBlock>();
  for (const [index, { id, data }] of (await read()).entries()) {
    const block = blocks[index];
    // Some tools hand out the object that they go on working with.
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
      // The editor also reports what its tools do to the page.
      if (now === lastReported) return;
      lastReported = now;
      listener.onChange(toContent(stored));
    } catch {
      listener.onMessage(SAVE_FAILED);
    }
  };
  // Its `onChange` would wait 400 ms by itself.
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
  // The rest of a block is stored as it came.
  return typeof block["type"] === "string" ? [{ ...(block as EditorBlock), data: asObject(block["data"]) }] : [];
}

const listBlocks = ({ blocks }: EditorJS) =>
  Array.from({ length: blocks.getBlocksCount() }, (_, index) => blocks.getBlockByIndex(index)!);

async function readBlock(block: BlockAPI): Promise<SavedBlock> {
  // Without the editor's own cleaning, which drops inline tags that no tool makes. The server cleans.
  const { data } = (await block.save()) ?? { data: undefined };
  return { id: block.id, type: block.name, data, isValid: data !== undefined && (await block.validate(data)) };
}
