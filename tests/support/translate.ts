/**
 * Does to the page what the translation of Chrome does, until the returned function is called: each text node becomes
 * `<font><font>«text»</font></font>`, also those that are added later. A page of Playwright can evaluate it.
 */
export function translate(): () => void {
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, textarea, title, font")) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = `«${text.data}»`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translateIn(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) if (target.isConnected) translateIn(target);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
