import type EditorJS from "@editorjs/editorjs";
import type { EditorBlock } from "#schema/articles/document.ts";
import { asObject } from "#schema/articles/read-document.ts";
import { placeCaret, readCaret } from "./caret.ts";
import { createHistory, type HistoryBlock } from "./history.ts";
import { type Direction, directionOf, groupOf, hasOwnUndo, isForText } from "./inputs.ts";
import { watchPastes } from "./pastes.ts";
import { showState } from "./show-state.ts";

const PAUSE_MS = 1000;
const ACTIONS = ["keydown", "beforeinput", "compositionstart", "pointerdown", "paste", "cut", "drop"];

type Data = EditorBlock["data"] | undefined;
/** `data` is undefined if the tool failed. */
type ShownBlock = { id: string; type: string; data: Data };

type Options = {
  editor: EditorJS;
  holder: HTMLElement;
  initial: readonly ShownBlock[];
  /** Must ask all tools before it returns. */
  read: () => Promise<ShownBlock[]>;
  /** Called after blocks were created again. */
  onShown: () => void;
};

/**
 * The browser's own undo does not know what the editor changes, so it takes back other text. This one shows states of the
 * whole article. Before each action of the author, it keeps what the editor shows.
 * @returns A function that stops this.
 */
export function startUndo({ editor, holder, initial, read, onShown }: Options): () => void {
  const history = createHistory(initial.map(toHistoryBlock));
  let hasChanged = false;
  let last: { group: string | undefined; field: EventTarget | null; time: number } | undefined;
  let isInside = false;
  let queue: Promise<unknown> = Promise.resolve();
  const pastes = watchPastes(holder);
  const readBlocks = async () => (await read()).map(toHistoryBlock);

  const beforeAction = (event: Event) => {
    const now = { group: groupOf(event), field: event.target, time: event.timeStamp };
    const continues =
      now.group && now.group === last?.group && now.field === last.field && now.time - last.time < PAUSE_MS;
    last = now;
    // A half of a paste is no step.
    if (pastes.end()) {
      last = undefined;
      return;
    }
    // The editor colours the text of a link while its URL is entered.
    if (continues || document.activeElement?.matches(".ce-inline-tool-input")) return;
    const caret = readCaret(holder);
    // A tool that fails is reported when the article is saved.
    const reading = hasChanged ? readBlocks().catch(() => undefined) : undefined;
    hasChanged = false;
    const keep = async () => {
      history.record((await reading) ?? history.blocks(), caret);
      history.act();
    };
    queue = queue.then(keep);
  };

  const go = async (by: Direction) => {
    await pastes.end();
    editor.toolbar.close();
    editor.inlineToolbar.close();
    const shown = await readBlocks();
    history.record(shown, readCaret(holder));
    const state = history.go(by);
    if (!state) return;
    const changed = showState(editor, shown, state.blocks);
    const caret = by < 0 ? state.left : state.reached;
    const isThere = state.blocks.some(({ id }) => id === caret?.id);
    editor.caret.setToBlock(isThere ? caret!.id : changed!, "end");
    if (isThere) placeCaret(holder, caret!);
    onShown();
  };

  const onAction = (event: Event) => {
    const target = event.target as Element;
    // Checkboxes, selected blocks and the like have no focus. Then the keys are meant for what was used last.
    if (target !== document.body || event.type === "pointerdown") isInside = holder.contains(target);
    if (!isInside) return;
    const by = directionOf(event);
    const { isComposing } = event as InputEvent;
    if (by) {
      if (hasOwnUndo(target)) return;
      event.preventDefault();
      // The browser would undo in another field than the one with the focus.
      if (isComposing || (event.type === "beforeinput" && !target.contains(document.activeElement))) return;
      last = undefined;
      queue = queue.then(() => go(by)).catch(() => {});
    } else if (!isComposing && !(event instanceof KeyboardEvent && isForText(event, holder))) beforeAction(event);
  };

  const stopping = new AbortController();
  for (const type of ACTIONS) document.addEventListener(type, onAction, { capture: true, signal: stopping.signal });
  const onChange = () => {
    hasChanged = true;
  };
  // Not those that `pasteHtml` has handled, which are complete.
  for (const type of ["paste", "drop"])
    holder.addEventListener(type, pastes.begin, { capture: true, signal: stopping.signal });
  holder.addEventListener("input", onChange, { signal: stopping.signal });
  editor.on("block changed", onChange);
  return () => stopping.abort();
}

/** The editor puts it into the text of selected blocks. Here in JSON. */
const FAKE_CURSOR = String.raw`<span class=\"codex-editor__fake-cursor\" data-mutation-free=\"true\"></span>`;

const toHistoryBlock = ({ id, type, data }: ShownBlock): HistoryBlock => ({
  id,
  type,
  data: data && JSON.stringify(data).replaceAll(FAKE_CURSOR, ""),
  isWaiting: isWaiting(type, data),
});

function isWaiting(type: string, data: Data): boolean {
  if (type === "image") return !asObject(data?.["file"])["url"];
  return type === "linkTool" && Boolean(data?.["link"]) && !data?.["meta"];
}
