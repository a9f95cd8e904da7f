import { readCaret } from "./caret.ts";

/** -1 undoes, 1 redoes. */
export type Direction = -1 | 1;

export function directionOf(event: Event): Direction | undefined {
  if (event instanceof KeyboardEvent) return directionOfKeys(event);
  // Menus of the browser, shaken phones and keyboards on the screen send these.
  const { inputType } = event as InputEvent;
  if (inputType === "historyUndo") return -1;
  return inputType === "historyRedo" ? 1 : undefined;
}

function directionOfKeys({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Direction | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  // In other alphabets, these keys have other letters.
  const letter = (/^[a-z]$/i.test(key) ? key : code.replace("Key", "")).toLowerCase();
  if (letter === "z") return shiftKey ? 1 : -1;
  return letter === "y" && !shiftKey ? 1 : undefined;
}

const WITHOUT_EFFECT = "Shift Control Alt AltGraph Meta CapsLock Process Unidentified Dead".split(" ");

/** An event `beforeinput` follows if these keys change a text. Other keys can make the editor change blocks. */
export function isForText({ key, ctrlKey, metaKey }: KeyboardEvent, holder: HTMLElement): boolean {
  if (WITHOUT_EFFECT.includes(key)) return true;
  if (ctrlKey || metaKey || holder.querySelector(".ce-block--selected")) return false;
  const caret = readCaret(holder);
  // At the start or the end of a block, the editor merges blocks.
  if (key === "Backspace") return caret !== undefined && caret.offset > 0;
  if (key === "Delete") return caret !== undefined && caret.offset < caret.length;
  return key.length === 1;
}

/** Following inputs of one kind are one step. Other inputs are a step each. */
export function groupOf(event: Event): "type" | "delete" | undefined {
  if (event.type === "compositionstart") return "type";
  const { inputType } = event as InputEvent;
  if (inputType === "insertText" || inputType === "insertCompositionText") return "type";
  return inputType === "deleteContentBackward" || inputType === "deleteContentForward" ? "delete" : undefined;
}

/** Text that is not in a block, such as the search for a kind of block, or that is in no document yet. */
export function hasOwnUndo(field: Element | null): boolean {
  if (field?.matches(".link-tool__input")) return true;
  return field instanceof HTMLInputElement && !field.closest(".ce-block") && field.value !== "";
}
