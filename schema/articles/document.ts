import type { CardSite } from "../sites/sites.ts";

/** A document as Editor.js saves it and D1 stores it. Texts in `data` are sanitized inline HTML. */
export type EditorDocument = { time?: number; version?: string; blocks: EditorBlock[] };
export type EditorBlock = { id?: string; type: string; data: Record<string, unknown> };

/**
 * A document as a page renders it. Inline HTML is a tree that can only contain the tags and attributes below, so the
 * browser needs no HTML parser.
 */
export type Article = { blocks: Block[] };

export const INLINE_TAGS = [
  "a",
  "abbr",
  "b",
  "br",
  "cite",
  "code",
  "del",
  "em",
  "i",
  "ins",
  "kbd",
  "mark",
  "q",
  "s",
  "small",
  "strong",
  "sub",
  "sup",
  "u",
] as const;

/** In raw HTML blocks, in addition to the inline tags. */
export const BLOCK_TAGS = [
  "blockquote",
  "caption",
  "dd",
  "details",
  "div",
  "dl",
  "dt",
  "figcaption",
  "figure",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "img",
  "li",
  "ol",
  "p",
  "pre",
  "summary",
  "table",
  "tbody",
  "td",
  "tfoot",
  "th",
  "thead",
  "tr",
  "ul",
] as const;

export type InlineTag = (typeof INLINE_TAGS)[number];
export type HtmlTag = InlineTag | (typeof BLOCK_TAGS)[number];

/** Attributes as React spells them. Only stored documents have `className`, for the classes of Editor.js. */
export type MarkupAttributes = Partial<
  Record<"href" | "title" | "src" | "alt" | "width" | "height" | "start" | "colSpan" | "rowSpan" | "className", string>
>;
export type MarkupElement<Tag extends HtmlTag> = { tag: Tag; attributes?: MarkupAttributes; children: Markup<Tag>[] };
export type Markup<Tag extends HtmlTag = HtmlTag> = string | MarkupElement<Tag>;
export type Inline = Markup<InlineTag>;

export const ALIGNMENTS = ["left", "center", "right", "justify"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export const LIST_STYLES = ["ordered", "unordered", "checklist"] as const;
export type ListStyle = (typeof LIST_STYLES)[number];

/** The Worker rejects deeper lists. A page leaves the deeper items of stored documents out. */
export const MAX_LIST_DEPTH = 10;

export const MAX_ALT_LENGTH = 300;

/** Size of a sanitized document, as JSON in UTF-8. */
export const MAX_DOCUMENT_BYTES = 1_000_000;
export const MAX_BLOCKS = 2_000;
/** List items, table cells, HTML elements, line breaks and changes of the writing system, in all blocks together. */
export const MAX_NODES = 20_000;
/** Rows × columns of one table, including empty places. */
export const MAX_TABLE_CELLS = 5_000;

export const COUNTER_TYPES = ["numeric", "lower-roman", "upper-roman", "lower-alpha", "upper-alpha"] as const;
export type CounterType = (typeof COUNTER_TYPES)[number];

export type ListItem = { content: Inline[]; checked?: boolean; items: ListItem[] };

/** An embed of any other service becomes a link card. */
export type EmbedService = "youtube" | "vimeo" | "codepen" | "figma";

type ParagraphBlock = { type: "paragraph"; content: Inline[]; alignment?: Alignment };
/** `id` is the anchor: unique in the article, with `ANCHOR_PREFIX`. */
type HeaderBlock = { type: "header"; level: 2 | 3 | 4; id: string; content: Inline[] };
export type ListBlock = {
  type: "list";
  style: ListStyle;
  start?: number;
  counterType?: CounterType;
  items: ListItem[];
};
export type ImageBlock = {
  type: "image";
  src: string;
  alt: string;
  caption: Inline[];
  width?: number;
  height?: number;
  withBorder: boolean;
  withBackground: boolean;
  stretched: boolean;
};
type CodeBlock = { type: "code"; code: string; language?: string };
export type QuoteBlock = { type: "quote"; content: Inline[]; caption: Inline[]; alignment?: Alignment };
type DelimiterBlock = { type: "delimiter" };
export type TableBlock = { type: "table"; withHeadings: boolean; stretched: boolean; rows: Inline[][][] };
export type EmbedBlock = {
  type: "embed";
  service: EmbedService;
  embedUrl: string;
  sourceUrl: string;
  caption: Inline[];
};
type RawBlock = { type: "raw"; content: Markup[] };
type WarningBlock = { type: "warning"; title: Inline[]; message: Inline[] };
export type LinkCardBlock = { type: "linkCard"; url: string; title: string; description: string; imageUrl?: string };
/** A link card for a listed site. It shows the current data of the site. */
type SiteCardBlock = { type: "siteCard"; site: CardSite };
export type AttachmentBlock = { type: "attachment"; url: string; name: string; extension?: string; sizeBytes?: number };
type UnsupportedBlock = { type: "unsupported"; name: string };

export type Block =
  | ParagraphBlock
  | HeaderBlock
  | ListBlock
  | ImageBlock
  | CodeBlock
  | QuoteBlock
  | DelimiterBlock
  | TableBlock
  | EmbedBlock
  | RawBlock
  | WarningBlock
  | LinkCardBlock
  | SiteCardBlock
  | AttachmentBlock
  | UnsupportedBlock;

/** So that a heading cannot get an id that the page itself uses, such as `root`. */
export const ANCHOR_PREFIX = "article-";
