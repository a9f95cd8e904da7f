import { defaultTreeAdapter, html as names, parseFragment } from "parse5";
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { BLOCK_TAGS, INLINE_TAGS } from "#schema/document.ts";
import type { HtmlTag, InlineTag, Markup, MarkupAttributes, MarkupElement } from "#schema/document.ts";
import { MAX_ELEMENTS_PER_TEXT, MAX_MARKUP_DEPTH, OverLimit, type Budget } from "./limits.ts";
import { clampSpans } from "./table-grid.ts";
import { normalizeText } from "#schema/text.ts";

type ReadAttribute = (value: string) => string | undefined;

/** How the caller wants addresses, classes and alternative texts; what reads as undefined is left out. */
export type AttributeReaders = {
  href: ReadAttribute;
  src: ReadAttribute;
  alt: (value: string) => string;
  className: ReadAttribute;
};

const inlineTags: ReadonlySet<string> = new Set(INLINE_TAGS);
const htmlTags: ReadonlySet<string> = new Set([...INLINE_TAGS, ...BLOCK_TAGS]);
const VOID_TAGS: ReadonlySet<string> = new Set(["br", "hr", "img"]);

/**
 * Dropped with all they hold. The first line is code or other than text; the parser lets the second hold anything
 * (a paragraph in a paragraph, a link in a link), which would not survive a second parse if they were unwrapped.
 */
const DROPPED_TAGS: ReadonlySet<string> = new Set([
  ..."script style iframe noscript noembed noframes textarea title xmp plaintext svg math head frameset".split(" "),
  ..."applet button marquee object template select".split(" "),
]);

/** Blocks in the parser's eyes: they become a `div`, since unwrapping them would join what they keep apart. */
const DIV_TAGS: ReadonlySet<string> = new Set(
  "address article aside center dir fieldset footer form h1 header hgroup listing main menu nav search section".split(
    " ",
  ),
);

const TABLE_TAGS: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const isSize: ReadAttribute = (value) => (/^[1-9]\d{0,4}$/.test(value) ? value : undefined);

/** Most texts have none, and need no parser. */
export const hasMarkup = (text: string) => /[<&]/.test(text);

/** Inline markup of a text field. */
export const parseInline = (html: string, readers: AttributeReaders, budget: Budget) =>
  // inlineTags holds the values of InlineTag.
  parse(html, inlineTags, readers, budget) as Markup<InlineTag>[];

/** Markup of a raw HTML block. */
export const parseHtml = (html: string, readers: AttributeReaders, budget: Budget) =>
  parse(html, htmlTags, readers, budget);

function parse(html: string, tags: ReadonlySet<string>, readers: AttributeReaders, budget: Budget): Markup[] {
  const markup = hasMarkup(html)
    ? toMarkup(parseBounded(html, budget).childNodes, { tags, readers, budget, depth: 0, isInLink: false })
    : [toText(html, budget)].filter(Boolean);
  requireParagraphs(markup, budget);
  return markup;
}

/**
 * Counts the characters that a browser lays out together: up to where a block begins or ends, in a `pre` up to the line's end.
 * @returns how many stand at the end, behind the last edge.
 */
function requireParagraphs(nodes: readonly Markup[], budget: Budget, before = 0, isPre = false): number {
  let length = before;
  for (const node of nodes) {
    if (typeof node === "string") {
      for (const [index, line] of (isPre ? node.split("\n") : [node]).entries()) {
        length = (index > 0 ? 0 : length) + line.length;
        budget.requireParagraph(length);
      }
    } else if (inlineTags.has(node.tag)) {
      length = requireParagraphs(node.children, budget, length, isPre);
    } else {
      requireParagraphs(node.children, budget, 0, isPre || node.tag === "pre");
      length = 0;
    }
  }
  return length;
}

/**
 * The parser reopens what was left open in each new paragraph, as the standard says, so 13 kB can make a million
 * elements. They are counted while it makes them.
 */
function parseBounded(html: string, budget: Budget): Tree.DocumentFragment {
  let count = 0;
  const takeNode = () => {
    budget.takeNode();
    count += 1;
    if (count > MAX_ELEMENTS_PER_TEXT) throw new OverLimit("A text has too many bold, italic or linked parts.");
  };
  // Parsed as the inside of a div: without one, a stray table row would be let through.
  const context = defaultTreeAdapter.createElement("div", names.NS.HTML, []);
  return parseFragment(context, html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...args) {
        takeNode();
        return defaultTreeAdapter.createElement(...args);
      },
      createCommentNode(data) {
        takeNode();
        return defaultTreeAdapter.createCommentNode(data);
      },
    },
  });
}

type Place = { tags: ReadonlySet<string>; readers: AttributeReaders; budget: Budget; depth: number; isInLink: boolean };

function toMarkup(nodes: Tree.ChildNode[], place: Place): Markup[] {
  const markup: Markup[] = [];
  collect(nodes, place, markup);
  // Only once neighbours are joined, or a tower of accents could be built from parts.
  return markup
    .map((node) => (typeof node === "string" ? toText(node, place.budget) : node))
    .filter((node) => node !== "");
}

function toText(text: string, budget: Budget): string {
  const tidied = normalizeText(text);
  budget.takeBreaks(tidied);
  return tidied;
}

function collect(nodes: Tree.ChildNode[], place: Place, into: Markup[]) {
  for (const node of nodes) {
    if (defaultTreeAdapter.isTextNode(node)) {
      const last = into.at(-1);
      if (typeof last === "string") into[into.length - 1] = last + node.value;
      else into.push(node.value);
    } else if (defaultTreeAdapter.isElementNode(node) && !DROPPED_TAGS.has(node.tagName)) {
      const element = toElement(node, place);
      if (element) into.push(element);
      else collect(node.childNodes, place, into);
    }
  }
}

/** Nothing where the element must give way to what it holds. */
function toElement(node: Tree.Element, place: Place): MarkupElement<HtmlTag> | undefined {
  const tag = DIV_TAGS.has(node.tagName) ? "div" : node.tagName;
  if (!isAllowed(tag, place.tags) || place.depth >= MAX_MARKUP_DEPTH) return undefined;
  const attributes = toAttributes(tag, node, place);
  if (tag === "a" && (place.isInLink || !attributes.href)) return undefined;
  if (tag === "img" && !attributes.src) return undefined;
  const inside = { ...place, depth: place.depth + 1, isInLink: place.isInLink || tag === "a" };
  const children = toMarkup(node.childNodes, inside).filter(
    // React refuses the white space between rows.
    (child) => !(TABLE_TAGS.has(tag) && typeof child === "string"),
  );
  const element = { tag, ...(Object.keys(attributes).length > 0 && { attributes }), children };
  if (tag === "table") clampSpans(element, place.budget);
  return element;
}

const isAllowed = (tag: string, tags: ReadonlySet<string>): tag is HtmlTag => tags.has(tag);

function toAttributes(tag: HtmlTag, node: Tree.Element, { readers, budget }: Place): MarkupAttributes {
  const attributes: MarkupAttributes = {};
  const take = (name: keyof MarkupAttributes, read: ReadAttribute) => {
    const spelling = name === "className" ? "class" : name.toLowerCase();
    const found = node.attrs.find((attribute) => attribute.name === spelling);
    const value = found && read(found.value);
    if (value !== undefined) attributes[name] = value;
  };
  if (tag === "a") take("href", readers.href);
  if (tag === "abbr") take("title", normalizeText);
  if (tag === "code" || tag === "mark" || tag === "u") take("className", readers.className);
  if (tag === "ol") take("start", isSize);
  if (tag === "img") {
    take("src", readers.src);
    // A picture that is gone shows it.
    take("alt", (value) => toText(readers.alt(value), budget));
    take("width", isSize);
    take("height", isSize);
  }
  if (tag === "td" || tag === "th") {
    take("colSpan", isSize);
    take("rowSpan", isSize);
  }
  return attributes;
}

const escapeBoth = (text: string) => text.replaceAll("&", "&amp;").replaceAll("\u00a0", "&nbsp;");
const escapeText = (text: string) => escapeBoth(text).replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const escapeAttribute = (text: string) => escapeBoth(text).replaceAll('"', "&quot;");

/** As a browser's innerHTML writes it, so what the editor saved comes out unchanged. */
export function printMarkup(nodes: readonly Markup[]): string {
  return nodes.map((node) => (typeof node === "string" ? escapeText(node) : printElement(node))).join("");
}

function printElement({ tag, attributes = {}, children }: MarkupElement<HtmlTag>): string {
  const list = Object.entries(attributes).map(
    ([name, value]) => ` ${name === "className" ? "class" : name.toLowerCase()}="${escapeAttribute(value)}"`,
  );
  const open = `<${tag}${list.join("")}>`;
  if (VOID_TAGS.has(tag)) return open;
  // The parser skips a line feed at the start of a pre.
  const first = tag === "pre" && typeof children[0] === "string" && children[0].startsWith("\n") ? "\n" : "";
  return `${open}${first}${printMarkup(children)}</${tag}>`;
}
