import Attaches, { type AttachesData } from "@editorjs/attaches";
import type { BlockToolConstructorOptions } from "@editorjs/editorjs";

/** Fixes the official tool: it shows a stored HTML title as plain text, and gives its link an accessible name. */
export class AttachmentTool extends Attaches {
  constructor(options: BlockToolConstructorOptions<AttachesData>) {
    const { title = "" } = options.data;
    const text = new DOMParser().parseFromString(title, "text/html").body.textContent;
    super({ ...options, data: { ...options.data, title: text } });
  }

  override render() {
    const element = super.render();
    element.querySelector("a")?.setAttribute("aria-label", "Open the file");
    return element;
  }
}
