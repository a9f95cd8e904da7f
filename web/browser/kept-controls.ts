/** Finds the control that has the place of an earlier one. */
export type FindControl = (control: HTMLElement) => HTMLElement | undefined;

const controlsOf = (page: Document) => [...page.querySelectorAll<HTMLElement>("input, textarea, select, button, a")];

/**
 * Call it before hydration, and `restore` after it. If an extension or a translation has changed the document, React
 * renders all elements again. What was typed until then stays in the old ones.
 */
export function keepControls(): { find: FindControl; restore: () => void } {
  const before = controlsOf(document);
  let focused = document.activeElement as HTMLElement | null;
  const follow = ({ target }: Event) => void (focused = target as HTMLElement);
  addEventListener("focusin", follow);

  // Not by position alone: extensions add controls of their own.
  const find: FindControl = (control) => {
    if (control.isConnected) return control;
    const isAlike = (other: HTMLElement) => other.tagName === control.tagName && nameOf(other) === nameOf(control);
    return controlsOf(document).filter(isAlike)[before.filter(isAlike).indexOf(control)];
  };

  function restore(): void {
    removeEventListener("focusin", follow);
    for (const old of before.filter((control) => !control.isConnected).filter(isField)) {
      const current = find(old);
      if (current) copyTyped(old, current as Field);
    }
    const current = focused && !focused.isConnected && find(focused);
    if (!current) return;
    current.focus();
    if (isField(focused!) && isField(current) && focused.selectionStart !== null)
      current.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  }
  return { find, restore };
}

const nameOf = (control: HTMLElement) => control.getAttribute("name") ?? control.className;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Not a select: `start.ts` keeps what is chosen. */
const isField = (control: HTMLElement): control is Field =>
  control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && !/hidden|file/.test(control.type));

function copyTyped(old: Field, current: Field): void {
  if (old instanceof HTMLInputElement && /checkbox|radio/.test(old.type)) {
    if (old.checked !== old.defaultChecked && old.checked !== (current as HTMLInputElement).checked) current.click();
  } else if (old.value !== old.defaultValue) {
    // React replaces the property of the element. With the prototype's, it notices the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(current), "value")!.set!.call(current, old.value);
    current.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
