import Code from "@editorjs/code";
import type { PasteEvent } from "@editorjs/editorjs";

/** Fixes the official tool: it uses the text of pasted code, not its HTML, which has `&lt;` for `<`. */
export class CodeTool extends Code {
  override onPaste(event: PasteEvent) {
    if (event.type === "tag") this.data = { code: (event.detail as { data: HTMLElement }).data.textContent };
  }
}
