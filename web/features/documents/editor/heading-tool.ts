import Header, { type HeaderData } from "@editorjs/header";
import { isBlankHtml } from "../article-content.ts";

/** Fixes the official tool, which stores an emptied heading: the browser leaves a `<br>` in it. */
export class HeadingTool extends Header {
  override validate({ text }: HeaderData) {
    return !isBlankHtml(text);
  }
}
