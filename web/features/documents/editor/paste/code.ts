import { isBlock, isHidden, keepsLines, styleOf } from "./styles.ts";

const MONOSPACE = /mono|courier|consolas|menlo/i;
const CODE_CELLS = ".blob-code, .hljs-ln-code, .js-file-line";

/** Editors of code put lines in `div` elements. */
export const isCodeLines = (element: Element) =>
  element.tagName === "DIV" &&
  keepsLines(element) &&
  MONOSPACE.test(styleOf(element).get("font-family") ?? styleOf(element).get("font") ?? "") &&
  !element.querySelector("p, li, table, blockquote, h1, h2, h3, h4, h5, h6, img");

/** GitHub and others number lines of code with a table. */
export const isCodeTable = (table: Element) =>
  table.querySelector(CODE_CELLS) !== null &&
  table.querySelector(`td:not(${CODE_CELLS}, .blob-num, .hljs-ln-numbers)`) === null;

export function readCode(element: Element): string {
  const codes = element.querySelectorAll("code");
  let text = "";
  const startLine = () => {
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const read = (node: Node) => {
    if (node instanceof Text) text += node.data.replaceAll("\u00a0", " ");
    if (!(node instanceof Element)) return;
    if (node.tagName === "BR") text += "\n";
    else if (!isHidden(node) && node.tagName !== "BUTTON") {
      const isLine = isBlock(node);
      const start = text.length;
      if (isLine) startLine();
      node.childNodes.forEach(read);
      // An empty line.
      if (isLine && text.length === start && text !== "") text += "\n";
      else if (isLine) startLine();
    }
  };
  // The other parts of the box are its title and its buttons.
  (codes.length === 1 && element.tagName === "PRE" ? codes[0]! : element).childNodes.forEach(read);
  return text.replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd();
}
