import EditorJS, { type BlockAPI, type LogLevels } from "@editorjs/editorjs";
import type { EditorBlock } from "#schema/articles/document.ts";
import { readDocument, asObject } from "#schema/articles/read-document.ts";
import { whenIdle } from "../../../browser/when-idle.ts";
import { createToolContext } from "./tool-context.ts";
import { makeMenusAccessible } from "./menus.ts";
import { type Offer, type OpenSection, splitSections, withOpenSections } from "./offered-sections.ts";
import type { LoadedBlock, SavedBlock } from "./stored-blocks.ts";
import { withoutEmptyRows } from "./table-tool.ts";
import { createTools } from "./tools.ts";
import { EDITOR_TEXTS } from "./editor-texts.ts";
import { pasteHtml } from "./paste/paste-html.ts";
import { startUndo } from "./undo/undo.ts";
import "./editor.css";

const CHANGE_DEBOUNCE_MS = 300;
const PROMPTED = ".ce-paragraph";
const SAVE_FAILED = "Failed to save editor content.";

export type OpenEditor = {
  /** See `ArticleEditorHandle`. Reports the last change first. @throws Error with a sentence for the author. */
  save(): Promise<string>;
  /** The first empty line below an offered heading has the focus, or else the first block. */
  focus(): void;
  /** Reports the last change first. */
  close(): Promise<void>;
};

type EditorListener = {
  /** `open` are the offered sections that have no text. `content` does not contain them. */
  onChange: (content: string, open: OpenSection[]) => void;
  onMessage: (message: string) => void;
  onUploading: (isUploading: boolean) => void;
  /** `entry` is empty if the arrow keys have reached none. */
  onMenuEntryFocused: (entry: string) => void;
};

/** @throws if the editor cannot start. */
export async function openEditor(
  holder: HTMLElement,
  initial: string,
  offer: Offer,
  listener: EditorListener,
): Promise<OpenEditor> {
  const blocks = readDocument(initial).blocks.flatMap(toBlock);
  const shown = withOpenSections(blocks, offer);
  const context = createToolContext(listener);
  const editor = new EditorJS({
    holder,
    tools: createTools(context),
    // Ids are left out, because the editor cannot load a document with a duplicate id. It creates its own ids.
    data: { blocks: shown.map(({ type, data }) => ({ type, data })) },
    placeholder: "Write your article…",
    minHeight: 100,
    i18n: { messages: EDITOR_TEXTS },
    // At other levels it warns of each block of an unknown type. Such blocks are shown as stubs and kept.
    logLevel: "ERROR" as LogLevels,
  });
  await editor.isReady;
  // Editor.js creates its menus in an idle callback and ignores "/" until then. This callback runs after it.
  await whenIdle(2000);

  pasteHtml(editor, holder, context.showMessage);
  const stopMenus = makeMenusAccessible(holder, listener.onMenuEntryFocused);

  const read = () => Promise.all(listBlocks(editor).map(readBlock));
  const loaded = new Map<string, LoadedBlock>();
  const prompts = new Map<string, string>();
  const started = await read();
  for (const [index, { id, data }] of started.map(withoutEmptyRows).entries()) {
    const { loaded: block, prompt } = shown[index] ?? {};
    // Some tools return their internal object and change it later.
    if (block) loaded.set(id, { block, data: structuredClone(data) });
    if (prompt) prompts.set(id, prompt);
  }
  const showPrompts = () => {
    for (const [id, prompt] of prompts) {
      const line = editor.blocks.getById(id)?.holder.querySelector<HTMLElement>(PROMPTED);
      // The second one is shown while the line has the focus.
      if (line) Object.assign(line.dataset, { placeholder: prompt, placeholderActive: prompt });
    }
  };
  showPrompts();
  const stopUndo = startUndo({ editor, holder, initial: started, read, onShown: showPrompts });

  const collect = async () => splitSections((await read()).map(withoutEmptyRows), loaded, offer.sections);
  const toContent = (stored: EditorBlock[]) => {
    const isUnchanged = stored.length === blocks.length && stored.every((block, index) => block === blocks[index]);
    return isUnchanged ? initial : JSON.stringify({ time: Date.now(), blocks: stored, version: EditorJS.version });
  };

  let lastReported = JSON.stringify(await collect());
  let timer: number | undefined;
  /** @throws Error with a sentence for the author. */
  const report = async () => {
    window.clearTimeout(timer);
    timer = undefined;
    try {
      const collected = await collect();
      const content = toContent(collected.stored);
      const now = JSON.stringify(collected);
      // The editor also reports DOM changes by its tools, which do not change the content.
      if (now !== lastReported) {
        lastReported = now;
        listener.onChange(content, collected.open);
      }
      return content;
    } catch (cause) {
      listener.onMessage(SAVE_FAILED);
      throw new Error(SAVE_FAILED, { cause });
    }
  };
  // The `onChange` option of the editor would add a delay of 400 ms.
  editor.on("block changed", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void report().catch(() => {}), CHANGE_DEBOUNCE_MS);
  });

  return {
    async save() {
      await context.waitForUploads();
      return report();
    },
    focus() {
      const line = holder.querySelector<HTMLElement>(`${PROMPTED}[data-placeholder]:empty`);
      if (line) line.focus();
      else editor.focus();
    },
    async close() {
      if (timer !== undefined) await report().catch(() => {});
      stopMenus();
      stopUndo();
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
