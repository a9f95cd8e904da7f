import type { EditorBlock } from "#schema/articles/document.ts";
import { findEmbed } from "#schema/articles/embeds.ts";
import { isCodeLines, isCodeTable, readCode } from "./code.ts";
import { Collector, PARAGRAPH, type Size, type Target } from "./collector.ts";
import { readImage } from "./images.ts";
import { toInlineHtml } from "./inline-text.ts";
import { NO_MARKER, checkedOf, wordItem } from "./lists.ts";
import { marksIn } from "./marks.ts";
import { isBlock, isHidden, keepsLines } from "./styles.ts";
import { readGrid, rowsOf } from "./tables.ts";

export type Pasted = {
  blocks: EditorBlock[];
  /** Images that only the program has from which they were copied. */
  hasLostImages: boolean;
};

type Look = { marks: readonly string[]; keepsLines: boolean };
type Context = Look & {
  target: Target;
  list?: { level: number; isOrdered: boolean; next: number };
  /** Who said the quote. */
  source?: Element | undefined;
  /** The number of blocks before the figure. */
  figureStart?: number;
};

/** Walks through elements once. */
export class Conversion {
  readonly #size: Size;
  readonly #collector: Collector;
  #hasLostImages = false;

  constructor(size: Size) {
    this.#size = size;
    this.#collector = new Collector(size);
  }

  /** @throws TooLong */
  convert(element: Element, look: Look): Pasted {
    this.#walkChildren(element, { ...look, target: PARAGRAPH });
    return { blocks: this.#collector.finish(), hasLostImages: this.#hasLostImages };
  }

  #walkChildren(element: Element, context: Context) {
    for (const node of element.childNodes) {
      if (node instanceof Element) this.#walk(node, context);
      else if (node instanceof Text) {
        const spaces = context.keepsLines ? /[ \t\f\r]+/g : /[ \t\f\r\n]+/g;
        this.#addText(node.data.replaceAll(spaces, " "), context);
      }
    }
  }

  #addText(text: string, { marks, target }: Context) {
    const isHeading = target.type === "header";
    this.#collector.addText({ text, marks: isHeading ? marks.filter((mark) => mark !== "<b>") : marks }, target);
  }

  #walk(element: Element, around: Context) {
    if (element.tagName === "BR") return this.#addText("\n", around);
    if (isHidden(element)) return undefined;
    const context = {
      ...around,
      marks: marksIn(element, around.marks),
      keepsLines: keepsLines(element) ?? around.keepsLines,
    };
    if (element === around.source) return this.#addSource(element, context);
    if (element.tagName === "IMG") return this.#addImage(element, context);
    if (element.tagName === "IFRAME") return this.#addEmbed(element);
    if (element.tagName === "HR") return this.#collector.addBlock({ type: "delimiter", data: {} });
    // Mathematics is written once for the eyes and once as TeX.
    const tex = element.localName === "math" && element.querySelector("annotation");
    if (tex) return this.#addText(tex.textContent, context);
    // A gap between two paragraphs in Slack.
    if (element.matches(".c-mrkdwn__br")) return this.#addText("\n\n", context);
    if (!isBlock(element)) return this.#walkChildren(element, context);
    this.#collector.endText();
    this.#walkBlock(element, context);
    this.#collector.endText();
    if (element.tagName === "P" && context.target.type === "quote") context.target.gap = "<br><br>";
    return undefined;
  }

  #walkBlock(element: Element, context: Context) {
    const heading = context.target === PARAGRAPH ? headingLevel(element) : undefined;
    const word = context.target === PARAGRAPH ? wordItem(element) : undefined;
    if (heading !== undefined) {
      const target = { type: "header" as const, level: heading };
      if (word?.line.isOrdered) this.#addText(`${word.sign} `, { ...context, target });
      this.#walkChildren(element, { ...context, target });
    } else if (word) this.#walkChildren(element, { ...context, target: { type: "item", ...word } });
    else if (element.tagName === "PRE" || isCodeLines(element))
      this.#collector.addCode(readCode(element), element.tagName !== "PRE");
    else if (element instanceof HTMLTableElement) this.#walkTable(element, context);
    else if (/^(?:UL|OL|DIR|MENU)$/.test(element.tagName)) this.#walkList(element, context);
    else if (element.matches("li, [data-task-state]")) this.#walkItem(element, context);
    else if (element.matches("blockquote, .MsoQuote, .MsoIntenseQuote"))
      this.#walkChildren(element, { ...context, target: { type: "quote", gap: "" }, source: sourceOf(element) });
    else if (element.tagName === "FIGURE") this.#walkFigure(element, context);
    else if (element.tagName === "FIGCAPTION") this.#walkCaption(element, context);
    else if (/^(?:DT|SUMMARY|H[1-6])$/.test(element.tagName))
      this.#walkChildren(element, { ...context, marks: [...new Set([...context.marks, "<b>"])] });
    else this.#walkChildren(element, context);
  }

  #walkList(element: Element, context: Context) {
    // Word in the browser writes each item as a list.
    const isPart = element.querySelector(":scope > [data-aria-level]") !== null;
    const level = (context.list?.level ?? 0) + 1;
    if (level === 1 && !isPart) this.#collector.endList();
    const list = {
      level,
      isOrdered: element.tagName === "OL",
      next: element instanceof HTMLOListElement ? element.start : 1,
    };
    this.#walkChildren(element, { ...context, list });
    if (level === 1 && !isPart) this.#collector.endList();
  }

  #walkItem(element: Element, context: Context) {
    // A part of a list can lack the list.
    const list = context.list ?? { level: 1, isOrdered: false, next: 1 };
    const line = {
      level: Number(element.getAttribute("data-aria-level") ?? list.level),
      isOrdered: list.isOrdered,
      number: list.next++,
      checked: checkedOf(element),
    };
    this.#walkChildren(element, { ...context, list, target: { type: "item", line, marker: NO_MARKER } });
  }

  #walkTable(table: HTMLTableElement, context: Context) {
    const rows = rowsOf(table);
    const cells = rows.flatMap((row) => row.cells);
    const isLayout = table.matches("[role=presentation], [role=none]") || cells.length === 1;
    if (table.caption) this.#walk(table.caption, context);
    if (isCodeTable(table)) {
      const lines = rows.map((row) => row.cells.map(readCode).join(" "));
      this.#collector.addCode(lines.join("\n"), false);
    } else if (isLayout) for (const cell of cells) this.#walk(cell, context);
    else if (cells.length > 0) {
      const images: EditorBlock[] = [];
      const grid = readGrid(rows, (cell) => {
        const blocks = this.#convertInside(cell, context);
        images.push(...blocks.filter(({ type }) => type === "image"));
        return toInlineHtml(blocks.filter(({ type }) => type !== "image"));
      });
      if (grid.content.flat().some(Boolean))
        this.#collector.addBlock({ type: "table", data: { ...grid, stretched: false } });
      for (const image of images) this.#collector.addBlock(image);
    }
  }

  #convertInside(element: Element, context: Look): EditorBlock[] {
    const look = { marks: marksIn(element, context.marks), keepsLines: keepsLines(element) ?? context.keepsLines };
    const { blocks, hasLostImages } = new Conversion(this.#size).convert(element, look);
    this.#hasLostImages ||= hasLostImages;
    return blocks;
  }

  #walkFigure(figure: Element, context: Context) {
    const caption = figure.querySelector(":scope > figcaption");
    // A caption follows what it is for.
    if (caption && figure.querySelector("img, blockquote")) figure.append(caption);
    this.#walkChildren(figure, { ...context, figureStart: this.#collector.count });
  }

  #walkCaption(element: Element, context: Context) {
    const { count, last } = this.#collector;
    const isOwn = context.figureStart !== undefined && count > context.figureStart && last?.data["caption"] === "";
    if (isOwn) last.data["caption"] = toInlineHtml(this.#convertInside(element, context));
    else this.#walkChildren(element, context);
  }

  #addSource(element: Element, context: Context) {
    this.#collector.endText();
    const quote = context.target.type === "quote" ? context.target.begun : undefined;
    if (!quote) return this.#walkChildren(element, context);
    quote.data["text"] = String(quote.data["text"]).replace(/(?:<br>|\s)*[—–-]\s*$/u, "");
    quote.data["caption"] = toInlineHtml(this.#convertInside(element, context)).replace(/^[—–-]\s*/u, "");
    return undefined;
  }

  #addImage(element: Element, context: Context) {
    const image = readImage(element);
    if ("block" in image) return this.#collector.addBlock(image.block);
    this.#hasLostImages ||= image.isLost;
    return this.#addText(image.isLost ? ` ${image.text} ` : image.text, context);
  }

  #addEmbed(element: Element) {
    const embed = findEmbed((element.getAttribute("src") ?? "").replace(/^\/\//, "https://"));
    if (!embed) return;
    const { service, sourceUrl, embedUrl } = embed;
    this.#collector.addBlock({ type: "embed", data: { service, source: sourceUrl, embed: embedUrl, caption: "" } });
  }
}

/** The title of the page is its only first heading. */
function headingLevel(element: Element): number | undefined {
  const level =
    /^H([1-6])$/.exec(element.tagName)?.[1] ??
    (element.matches("[role=heading]") ? element.getAttribute("aria-level") : null);
  if (element.matches(".MsoTitle")) return 2;
  return level === null || level === undefined ? undefined : Math.min(Math.max(Number(level) || 2, 2), 4);
}

/** Returns the element at the end of a quote that says who said it. */
function sourceOf(quote: Element): Element | undefined {
  const source = quote.querySelector("footer") ?? [...quote.querySelectorAll("cite")].at(-1);
  const [all, end] = [quote, source].map((element) => element?.textContent.trim() ?? "");
  return end && all !== end && all!.endsWith(end) ? (source ?? undefined) : undefined;
}
