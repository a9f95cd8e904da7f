/**
 * Hides keys from the page that an input method uses to choose what is written, such as Enter for a Japanese word. The
 * browser still acts on them. Safari sends Enter after the composition, with the key code 229. Letters pass: keyboards of
 * Android give all of them this code.
 */
export function hideComposingKeys(): void {
  const hide = (event: KeyboardEvent) => {
    if ((event.isComposing || event.keyCode === 229) && /^(Enter|Escape|Tab|Arrow|Page|Home|End)/.test(event.key))
      event.stopImmediatePropagation();
  };
  addEventListener("keydown", hide, true);
}
