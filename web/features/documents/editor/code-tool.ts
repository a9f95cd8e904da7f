import Code from "@editorjs/code";
import type { PasteEvent } from "@editorjs/editorjs";

/** The official tool, which would take the HTML of pasted code for the code: `&lt;` for `<`. */
export class CodeTool extends Code {
  override onPaste(event: PasteEvent) {
    if (event.type === "tag") this.data = { code: (event.detail as { data: HTMLElement }).data.textContent };
  }
}
