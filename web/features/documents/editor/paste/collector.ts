import { type EditorBlock, MAX_BLOCKS, MAX_DOCUMENT_BYTES, MAX_NODES } from "#schema/articles/document.ts";
import { type ListLine, TEXT_CHECKBOX, toListBlock } from "./lists.ts";
import { type Run, printRuns } from "./runs.ts";
import { TooLong } from "./too-long.ts";

/** What a text becomes. An item or a quote takes all texts of its element, unless another block stands between them. */
export type Target =
  | { type: "paragraph" }
  | { type: "header"; level: number }
  | { type: "item"; line: Omit<ListLine, "content">; marker: RegExp; begun?: ListLine; list?: ListLine[] }
  | { type: "quote"; begun?: EditorBlock; gap: string };

/** Counts what all parts of a paste have together. */
export type Size = { characters: number; lines: number };

export const PARAGRAPH: Target = { type: "paragraph" };
const INLINE_CODE = '<code class="inline-code">';

/** Puts texts together to blocks. Each method throws TooLong if the paste is larger than an article may be. */
export class Collector {
  #blocks: EditorBlock[] = [];
  #list: ListLine[] = [];
  #runs: Run[] = [];
  #target = PARAGRAPH;
  /** Code of which each line has its own element. */
  readonly #codeLines = new Set<EditorBlock>();
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
  }

  addText(run: Run, target: Target) {
    this.#count(run.text);
    this.#target = target;
    this.#runs.push(run);
  }

  #count(text: string) {
    this.#size.characters += text.length;
    if (this.#size.characters > MAX_DOCUMENT_BYTES) throw new TooLong();
  }

  endText() {
    const html = printRuns(this.#runs);
    const target = this.#target;
    this.#runs = [];
    if (html === "") return;
    if (target.type === "header") this.addBlock({ type: "header", data: { text: html, level: target.level } });
    else if (target.type === "quote") this.#addQuote(html, target);
    else if (target.type === "item" && (!target.begun || target.list === this.#list)) this.#addItem(html, target);
    else for (const text of html.split("<br><br>")) this.addBlock({ type: "paragraph", data: { text } });
  }

  #addQuote(html: string, target: Extract<Target, { type: "quote" }>) {
    if (target.begun && target.begun === this.last) {
      target.begun.data["text"] += target.gap + html;
    } else {
      target.begun = { type: "quote", data: { text: html, caption: "", alignment: "left" } };
      this.addBlock(target.begun);
    }
    target.gap = "<br>";
  }

  #addItem(html: string, target: Extract<Target, { type: "item" }>) {
    if (target.begun) {
      target.begun.content += `<br>${html}`;
      return;
    }
    const { groups } = TEXT_CHECKBOX.exec(html) ?? {};
    const checked = groups ? !/[☐ ]|^$/u.test(groups["mark"] ?? groups["box"]!) : target.line.checked;
    const line = { ...target.line, checked, content: html.replace(TEXT_CHECKBOX, "").replace(target.marker, "") };
    const [first] = this.#list;
    const isOther = first && line.level <= first.level && line.isOrdered !== first.isOrdered;
    if (isOther) this.endList();
    this.#size.lines += 1;
    if (this.#size.lines > MAX_NODES) throw new TooLong();
    this.#list.push(line);
    target.begun = line;
    target.list = this.#list;
  }

  endList() {
    if (this.#list.length === 0) return;
    const lines = this.#list;
    this.#list = [];
    this.addBlock(toListBlock(lines));
  }

  addBlock(block: EditorBlock) {
    this.endText();
    this.endList();
    if (this.#blocks.length === MAX_BLOCKS) throw new TooLong();
    this.#blocks.push(block);
  }

  addCode(code: string, isLines: boolean) {
    this.#count(code);
    this.endText();
    const last = this.last;
    if (code.trim() === "") return;
    if (isLines && last && this.#codeLines.has(last)) {
      last.data["code"] += `\n${code}`;
      return;
    }
    const block = { type: "code", data: { code } };
    this.addBlock(block);
    if (isLines) this.#codeLines.add(block);
  }

  get count(): number {
    return this.#blocks.length;
  }

  /** Undefined while a list is open. */
  get last(): EditorBlock | undefined {
    return this.#list.length > 0 ? undefined : this.#blocks.at(-1);
  }

  finish(): EditorBlock[] {
    this.endText();
    this.endList();
    return this.#blocks.map((block) => {
      const code = String(block.data["code"]);
      // One line can be a part of a sentence.
      const isPart = this.#codeLines.has(block) && !code.includes("\n");
      return isPart ? { type: "paragraph", data: { text: printRuns([{ text: code, marks: [INLINE_CODE] }]) } } : block;
    });
  }
}
