import Attaches, { type AttachesData } from "@editorjs/attaches";
import type { BlockToolConstructorOptions } from "@editorjs/editorjs";

/** The official tool, which shows a title as text but stores it as HTML, and whose link has no name. */
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
