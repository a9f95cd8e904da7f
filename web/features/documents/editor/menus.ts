/**
 * Makes the menus of the editor accessible: Editor.js shows only by colour which entry the arrow keys have reached.
 * Entries get roles, and `onMenuEntryFocused` receives the name of that entry. The name is empty if there is none.
 * Enter chooses the first entry that a search finds.
 * @returns A function that stops this.
 */
export function makeMenusAccessible(host: HTMLElement, onMenuEntryFocused: (entry: string) => void): () => void {
  const describe = () => {
    for (const list of host.querySelectorAll<HTMLElement>(".ce-popover__items:not([tabindex])")) list.tabIndex = 0;
    for (const title of host.querySelectorAll(".ce-popover-item:not([role]) > .ce-popover-item__title"))
      title.parentElement!.role = "button";
    const focused = host.querySelector(".ce-popover--opened .ce-popover-item--focused .ce-popover-item__title");
    onMenuEntryFocused(focused?.textContent ?? "");
  };
  const observer = new MutationObserver(describe);
  observer.observe(host, { subtree: true, childList: true, attributeFilter: ["class"] });
  const ARROW_DOWN = 40;
  host.addEventListener("input", ({ target }) => {
    if (!(target as Element).matches(".cdx-search-field__input")) return;
    target!.dispatchEvent(new KeyboardEvent("keydown", { keyCode: ARROW_DOWN, bubbles: true }));
  });
  return () => observer.disconnect();
}
