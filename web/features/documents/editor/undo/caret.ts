/** `field` is the position among the fields of the block. `offset` counts the characters before the caret. */
export type Caret = { id: string; field: number; offset: number; length: number };

const fieldsOf = (block: Element) => [
  ...block.querySelectorAll<HTMLElement>("[contenteditable=true], input, textarea"),
];

const isNative = (field: Element) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

export function readCaret(holder: HTMLElement): Caret | undefined {
  const field = document.activeElement as HTMLElement | null;
  const block = field?.closest<HTMLElement>(".ce-block");
  if (!field || !block || !holder.contains(block)) return undefined;
  const length = isNative(field) ? field.value.length : field.textContent.length;
  return { id: block.dataset["id"]!, field: fieldsOf(block).indexOf(field), offset: offsetIn(field), length };
}

function offsetIn(field: HTMLElement): number {
  if (isNative(field)) return field.selectionEnd ?? 0;
  const selection = getSelection();
  if (!selection?.rangeCount || !field.contains(selection.focusNode)) return 0;
  const { endContainer, endOffset } = selection.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(field);
  before.setEnd(endContainer, endOffset);
  return before.toString().length;
}

/** Does nothing if the block does not have the field. */
export function placeCaret(holder: HTMLElement, { id, field: position, offset }: Caret): void {
  const block = holder.querySelector(`.ce-block[data-id="${CSS.escape(id)}"]`);
  const field = block && fieldsOf(block)[position];
  if (!field) return;
  field.focus();
  if (!isNative(field)) placeInText(field, offset);
  // Checkboxes have no caret.
  else if (field.selectionEnd !== null) field.setSelectionRange(offset, offset);
}

function placeInText(field: HTMLElement, offset: number): void {
  const selection = getSelection()!;
  const texts = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
  let rest = offset;
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (rest <= text.length) return selection.collapse(text, rest);
    rest -= text.length;
  }
  selection.selectAllChildren(field);
  selection.collapseToEnd();
}
