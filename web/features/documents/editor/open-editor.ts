import EditorJS, { type BlockAPI, type LogLevels } from "@editorjs/editorjs";
import type { EditorBlock } from "#schema/document.ts";
import { readDocument, toData } from "#schema/read-document.ts";
import { openDesk } from "./desk.ts";
import { describeMenus } from "./menus.ts";
import { type LoadedBlock, type SavedBlock, toStoredBlocks } from "./stored-blocks.ts";
import { toolsAt } from "./tools.ts";
import { WORDS } from "./words.ts";
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

type Listener = {
  onChange: (content: string) => void;
  onMessage: (message: string) => void;
  onUploading: (isUploading: boolean) => void;
  /** The entry of a menu that the arrow keys have reached; empty where no menu is open. */
  onMarked: (entry: string) => void;
};

/** Rejects where the editor cannot start. */
export async function openEditor(holder: HTMLElement, initial: string, listener: Listener): Promise<OpenEditor> {
  const blocks = readDocument(initial).blocks.flatMap(toBlock);
  const desk = openDesk(listener.onMessage, listener.onUploading);
  const editor = new EditorJS({
    holder,
    tools: toolsAt(desk),
    // Without ids: the editor gives its own, so that a document in which two are the same loads, too.
    data: { blocks: blocks.map(({ type, data }) => ({ type, data })) },
    placeholder: "Write your article …",
    minHeight: 100,
    i18n: { messages: WORDS },
    // It would warn of each block of an unknown type. They are shown and kept.
    logLevel: "ERROR" as LogLevels,
  });
  await editor.isReady;
  // It draws its menus when the browser has time, and until then takes no /. This waits its turn behind that.
  await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: 2000 }));

  const endMenus = describeMenus(holder, listener.onMarked);

  const read = () => Promise.all(blocksOf(editor).map(readBlock));
  const loaded = new Map<string, LoadedBlock>();
  for (const [index, { id, data }] of (await read()).entries()) {
    const block = blocks[index];
    // Some tools hand out the object that they go on working with.
    if (block) loaded.set(id, { block, data: structuredClone(data) });
  }

  const collect = async () => toStoredBlocks(await read(), loaded);
  const print = (stored: EditorBlock[]) => {
    const isUnchanged = stored.length === blocks.length && stored.every((block, index) => block === blocks[index]);
    return isUnchanged ? initial : JSON.stringify({ time: Date.now(), blocks: stored, version: EditorJS.version });
  };

  let told = JSON.stringify(await collect());
  let timer: number | undefined;
  const tell = async () => {
    timer = undefined;
    try {
      const stored = await collect();
      const now = JSON.stringify(stored);
      // The editor also reports what its tools do to the page.
      if (now === told) return;
      told = now;
      listener.onChange(print(stored));
    } catch {
      listener.onMessage(SAVE_FAILED);
    }
  };
  // Its `onChange` would wait 400 ms by itself.
  editor.on("block changed", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(tell, CHANGE_DEBOUNCE_MS);
  });

  return {
    async save() {
      await desk.uploadsDone();
      try {
        return print(await collect());
      } catch (cause) {
        listener.onMessage(SAVE_FAILED);
        throw new Error(SAVE_FAILED, { cause });
      }
    },
    focus: () => void editor.focus(),
    async close() {
      window.clearTimeout(timer);
      if (timer !== undefined) await tell();
      endMenus();
      editor.destroy();
    },
  };
}

function toBlock(value: unknown): EditorBlock[] {
  const block = toData(value);
  // The rest of a block is stored as it came.
  return typeof block["type"] === "string" ? [{ ...(block as EditorBlock), data: toData(block["data"]) }] : [];
}

const blocksOf = ({ blocks }: EditorJS) =>
  Array.from({ length: blocks.getBlocksCount() }, (_, index) => blocks.getBlockByIndex(index)!);

async function readBlock(block: BlockAPI): Promise<SavedBlock> {
  // Without the editor's own cleaning, which drops inline tags that no tool makes. The server cleans.
  const { data } = (await block.save()) ?? { data: undefined };
  return { id: block.id, type: block.name, data, isValid: data !== undefined && (await block.validate(data)) };
}
