import { defaultTreeAdapter, html as names, parseFragment } from "parse5";
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { BLOCK_TAGS, INLINE_TAGS } from "#schema/articles/document.ts";
import type { HtmlTag, InlineTag, Markup, MarkupAttributes, MarkupElement } from "#schema/articles/document.ts";
import { MAX_HTML_ELEMENTS_PER_FIELD, MAX_MARKUP_DEPTH, OverLimit, type Budget } from "./limits.ts";
import { clampSpans } from "./table-grid.ts";
import { normalizeText } from "#schema/values/text.ts";

type ReadAttribute = (value: string) => string | undefined;

/** An attribute that is read as undefined is dropped. */
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
 * Elements that are dropped with their content. Those in the first line contain no HTML text. Inside those in the second
 * line the parser accepts any nesting, such as a link in a link, and a second parse without this element would
 * change that.
 */
const DROPPED_TAGS: ReadonlySet<string> = new Set([
  ..."script style iframe noscript noembed noframes textarea title xmp plaintext svg math head frameset".split(" "),
  ..."applet button marquee object template select".split(" "),
]);

/** Block elements that become a `div`. Unwrapping them would join their text with the text around them. */
const DIV_TAGS: ReadonlySet<string> = new Set(
  "address article aside center dir fieldset footer form h1 header hgroup listing main menu nav search section".split(
    " ",
  ),
);

const TABLE_TAGS: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const isSize: ReadAttribute = (value) => (/^[1-9]\d{0,4}$/.test(value) ? value : undefined);

export const hasMarkup = (text: string) => /[<&]/.test(text);

/** @throws OverLimit */
export const parseInline = (html: string, readers: AttributeReaders, budget: Budget) =>
  // The cast is safe: `inlineTags` contains the values of InlineTag.
  parse(html, inlineTags, readers, budget) as Markup<InlineTag>[];

/** @throws OverLimit */
export const parseHtml = (html: string, readers: AttributeReaders, budget: Budget) =>
  parse(html, htmlTags, readers, budget);

function parse(html: string, tags: ReadonlySet<string>, readers: AttributeReaders, budget: Budget): Markup[] {
  const markup = hasMarkup(html)
    ? toMarkup(parseBounded(html, budget).childNodes, { tags, readers, budget, depth: 0, isInLink: false })
    : [toText(html, budget)].filter(Boolean);
  checkParagraphs(markup, budget);
  return markup;
}

/**
 * Checks the length of each paragraph: the text between two block edges, in a `pre` each line.
 * @param before Characters of the current paragraph before these nodes.
 * @returns The characters of the paragraph that is still open after the last node.
 * @throws OverLimit
 */
function checkParagraphs(nodes: readonly Markup[], budget: Budget, before = 0, isPre = false): number {
  let length = before;
  for (const node of nodes) {
    if (typeof node === "string") {
      for (const [index, line] of (isPre ? node.split("\n") : [node]).entries()) {
        length = (index > 0 ? 0 : length) + line.length;
        budget.limitParagraphLength(length);
      }
    } else if (inlineTags.has(node.tag)) {
      length = checkParagraphs(node.children, budget, length, isPre);
    } else {
      checkParagraphs(node.children, budget, 0, isPre || node.tag === "pre");
      length = 0;
    }
  }
  return length;
}

/**
 * Parses HTML and counts the elements during parsing. The HTML standard demands that parsers reopen unclosed formatting
 * elements in each new paragraph, so 13 kB of input can create a million elements.
 * @throws OverLimit
 */
function parseBounded(html: string, budget: Budget): Tree.DocumentFragment {
  let count = 0;
  const takeNode = () => {
    budget.takeNode();
    count += 1;
    if (count > MAX_HTML_ELEMENTS_PER_FIELD)
      throw new OverLimit("A text has too many bold, italic or linked parts. Please use fewer.");
  };
  // The context is a div. Without a context the parser would accept table rows outside of a table.
  const parent = defaultTreeAdapter.createElement("div", names.NS.HTML, []);
  return parseFragment(parent, html, {
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

type Context = {
  tags: ReadonlySet<string>;
  readers: AttributeReaders;
  budget: Budget;
  depth: number;
  isInLink: boolean;
};

function toMarkup(nodes: Tree.ChildNode[], context: Context): Markup[] {
  const markup: Markup[] = [];
  collect(nodes, context, markup);
  // Texts are tidied after neighbours are joined: accents could pile up across two text nodes.
  return markup
    .map((node) => (typeof node === "string" ? toText(node, context.budget) : node))
    .filter((node) => node !== "");
}

function toText(text: string, budget: Budget): string {
  const tidied = normalizeText(text);
  budget.takeBreaks(tidied);
  return tidied;
}

function collect(nodes: Tree.ChildNode[], context: Context, into: Markup[]) {
  for (const node of nodes) {
    if (defaultTreeAdapter.isTextNode(node)) {
      const last = into.at(-1);
      if (typeof last === "string") into[into.length - 1] = last + node.value;
      else into.push(node.value);
    } else if (defaultTreeAdapter.isElementNode(node) && !DROPPED_TAGS.has(node.tagName)) {
      const element = toElement(node, context);
      if (element) into.push(element);
      else collect(node.childNodes, context, into);
    }
  }
}

/** Returns undefined if the element must be replaced by its content. */
function toElement(node: Tree.Element, context: Context): MarkupElement<HtmlTag> | undefined {
  const tag = DIV_TAGS.has(node.tagName) ? "div" : node.tagName;
  if (!isAllowed(tag, context.tags) || context.depth >= MAX_MARKUP_DEPTH) return undefined;
  const attributes = toAttributes(tag, node, context);
  if (tag === "a" && (context.isInLink || !attributes.href)) return undefined;
  if (tag === "img" && !attributes.src) return undefined;
  const inside = { ...context, depth: context.depth + 1, isInLink: context.isInLink || tag === "a" };
  const children = toMarkup(node.childNodes, inside).filter(
    // React does not accept white space between table rows.
    (child) => !(TABLE_TAGS.has(tag) && typeof child === "string"),
  );
  const element = { tag, ...(Object.keys(attributes).length > 0 && { attributes }), children };
  if (tag === "table") clampSpans(element, context.budget);
  return element;
}

const isAllowed = (tag: string, tags: ReadonlySet<string>): tag is HtmlTag => tags.has(tag);

function toAttributes(tag: HtmlTag, node: Tree.Element, { readers, budget }: Context): MarkupAttributes {
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
    // The alternative text counts: the browser shows it if the image cannot be loaded.
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

/** Serializes markup as `innerHTML` does, so that content of the editor stays unchanged. */
export function printMarkup(nodes: readonly Markup[]): string {
  return nodes.map((node) => (typeof node === "string" ? escapeText(node) : printElement(node))).join("");
}

function printElement({ tag, attributes = {}, children }: MarkupElement<HtmlTag>): string {
  const list = Object.entries(attributes).map(
    ([name, value]) => ` ${name === "className" ? "class" : name.toLowerCase()}="${escapeAttribute(value)}"`,
  );
  const open = `<${tag}${list.join("")}>`;
  if (VOID_TAGS.has(tag)) return open;
  // Parsers skip a line feed at the start of a pre, so a leading one is written twice.
  const first = tag === "pre" && typeof children[0] === "string" && children[0].startsWith("\n") ? "\n" : "";
  return `${open}${first}${printMarkup(children)}</${tag}>`;
}
