import Code from "@editorjs/code";
import type { PasteEvent } from "@editorjs/editorjs";

/** Fixes the official tool: it uses the text of pasted code, not its HTML, which has `&lt;` for `<`, and reports what Tab changes. */
export class CodeTool extends Code {
  override onPaste(event: PasteEvent) {
    if (event.type === "tag") this.data = { code: (event.detail as { data: HTMLElement }).data.textContent };
  }

  override render() {
    const block = super.render();
    const field = block.querySelector("textarea")!;
    field.addEventListener("keydown", ({ key }) => {
      // The tool has changed the text by now, and browsers send no event for that.
      if (key === "Tab") field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
    return block;
  }
}
