/**
 * The editor marks the entry of a menu that the arrow keys have reached by its colour alone. This says what the entries
 * are, tells the focused one, and returns what ends it.
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
  return () => observer.disconnect();
}
