import { ALIGNMENTS, MAX_ALT_LENGTH, COUNTER_TYPES, MAX_LIST_DEPTH } from "#schema/articles/document.ts";
import type { Alignment, Block, Inline, ListItem, ListStyle } from "#schema/articles/document.ts";
import { parseImageSize } from "#schema/images/image-size.ts";
import type { ArticleReader } from "./article-reader.ts";
import { findEmbed } from "#schema/articles/embeds.ts";
import { asArray, asObject, type JsonObject } from "#schema/articles/read-document.ts";
import { normalizeLine } from "#schema/values/text.ts";
import { textOf } from "./text.ts";
import { sanitizeLink, parseWebUrl } from "#schema/values/urls.ts";

/** Converts the data of an Editor.js block. Returns undefined if there is nothing to show. */
type Convert = (data: JsonObject, reader: ArticleReader) => Block | undefined;

const toParagraph: Convert = ({ text, alignment }, reader) => {
  const content = reader.inline(text);
  return content.length > 0 ? { type: "paragraph", content, ...toAlignment(alignment) } : undefined;
};

const toHeader: Convert = ({ text, level }, reader) => {
  const content = reader.inline(text);
  if (content.length === 0) return undefined;
  // Levels 2 to 4: the title of the page is its only h1.
  const nearest = typeof level === "number" && Number.isInteger(level) ? Math.min(Math.max(level, 2), 4) : 2;
  return { type: "header", level: nearest as 2 | 3 | 4, id: reader.anchors.add(textOf(content)), content };
};

const toList: Convert = ({ style, meta, items }, reader) => {
  const { start, counterType } = asObject(meta);
  return listOf(style === "ordered" || style === "checklist" ? style : "unordered", items, reader, {
    ...(Number.isInteger(start) && { start: Number(start) }),
    ...toCounterType(counterType),
  });
};

const toChecklist: Convert = ({ items }, reader) => listOf("checklist", items, reader);

function listOf(style: ListStyle, items: unknown, reader: ArticleReader, options = {}): Block | undefined {
  const entries = toItems(items, style === "checklist", reader);
  return entries.length > 0 ? { type: "list", style, ...(style === "ordered" && options), items: entries } : undefined;
}

/** Reads the shapes of list items in all versions of the list tool, and `{text, checked}` of the checklist tool. */
function toItems(value: unknown, isChecklist: boolean, reader: ArticleReader, depth = 1): ListItem[] {
  if (depth > MAX_LIST_DEPTH) return [];
  return asArray(value).flatMap((item) => {
    reader.takeNode();
    const { content, text, checked, meta, items: nested } = asObject(item);
    const entry: ListItem = {
      content: reader.inline(typeof item === "string" ? item : (content ?? text)),
      items: toItems(nested, isChecklist, reader, depth + 1),
    };
    if (isChecklist) entry.checked = (asObject(meta)["checked"] ?? checked) === true;
    return entry.content.length > 0 || entry.items.length > 0 ? entry : [];
  });
}

const toImage: Convert = ({ file, url, alt, caption, withBorder, withBackground, stretched }, reader) => {
  const source = asObject(file);
  // The first versions of the tool stored the URL in `url`.
  const src = reader.image(source["url"] ?? url);
  if (!src) return undefined;
  const content = reader.inline(caption);
  const { width, height } = parseImageSize(src) ?? {
    width: toPixels(source["width"]),
    height: toPixels(source["height"]),
  };
  return {
    type: "image",
    src,
    alt: reader.line(alt, MAX_ALT_LENGTH) || normalizeLine(textOf(content)),
    caption: content,
    ...(width && height && { width, height }),
    withBorder: withBorder === true,
    withBackground: withBackground === true,
    stretched: stretched === true,
  };
};

const toCode: Convert = ({ code, language }, reader) => {
  const isWord = typeof language === "string" && /^[a-z][\w+#-]{0,31}$/i.test(language);
  const text = reader.code(code);
  return text ? { type: "code", code: text, ...(isWord && { language }) } : undefined;
};

const toQuote: Convert = ({ text, caption, alignment }, reader) => {
  const content = reader.inline(text);
  if (content.length === 0) return undefined;
  return { type: "quote", content, caption: reader.inline(caption), ...toAlignment(alignment) };
};

const toTable: Convert = ({ withHeadings, stretched, content }, reader) => {
  const given = asArray(content).map(asArray);
  reader.takeRows(given);
  const rows = given.flatMap((row): Inline[][][] => {
    const cells = row.map((cell) => {
      reader.takeNode();
      return reader.inline(cell);
    });
    return cells.length > 0 ? [cells] : [];
  });
  if (rows.length === 0) return undefined;
  return { type: "table", withHeadings: withHeadings === true, stretched: stretched === true, rows };
};

const toEmbed: Convert = ({ source, embed, caption }, reader) => {
  const content = reader.inline(caption);
  const site = reader.siteAt(source);
  if (site) return { type: "siteCard", site };
  const found = findEmbed(source) ?? findEmbed(embed);
  if (found) return { type: "embed", ...found, caption: content };
  const url = parseWebUrl(source) ?? parseWebUrl(embed);
  if (!url) return undefined;
  return { type: "linkCard", url: url.href, title: normalizeLine(textOf(content)) || url.hostname, description: "" };
};

const toRaw: Convert = ({ html }, reader) => {
  const content = reader.html(html);
  return content.length > 0 ? { type: "raw", content } : undefined;
};

const toWarning: Convert = ({ title, message }, reader) => {
  const block = { title: reader.inline(title), message: reader.inline(message) };
  return block.title.length + block.message.length > 0 ? { type: "warning", ...block } : undefined;
};

const toLinkCard: Convert = ({ link, meta }, reader) => {
  const site = reader.siteAt(link);
  if (site) return { type: "siteCard", site };
  const path = sanitizeLink(link);
  const url = parseWebUrl(link)?.href ?? (path?.startsWith("/") ? path : undefined);
  if (!url) return undefined;
  const { title, description, image } = asObject(meta);
  const imageUrl = reader.image(asObject(image)["url"]);
  return {
    type: "linkCard",
    url,
    title: reader.line(title) || (URL.parse(url)?.hostname ?? url),
    description: reader.line(description),
    ...(imageUrl && { imageUrl }),
  };
};

const toAttachment: Convert = ({ file, title }, reader) => {
  const { url: fileUrl, name, extension, size } = asObject(file);
  const url = sanitizeLink(fileUrl);
  if (!url) return undefined;
  const isWord = typeof extension === "string" && /^[\p{L}\p{N}]{1,10}$/u.test(extension);
  return {
    type: "attachment",
    url,
    name: normalizeLine(textOf(reader.inline(title))) || reader.line(name) || url,
    ...(isWord && { extension }),
    ...(Number.isSafeInteger(size) && Number(size) >= 0 && { sizeBytes: Number(size) }),
  };
};

/** By the `type` of an Editor.js block. */
export const CONVERTERS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["paragraph", toParagraph],
  ["header", toHeader],
  ["list", toList],
  ["checklist", toChecklist],
  ["image", toImage],
  ["code", toCode],
  ["quote", toQuote],
  ["delimiter", () => ({ type: "delimiter" })],
  ["table", toTable],
  ["embed", toEmbed],
  ["raw", toRaw],
  ["warning", toWarning],
  ["linkTool", toLinkCard],
  ["attaches", toAttachment],
]);

function toAlignment(value: unknown): { alignment?: Alignment } {
  const alignment = ALIGNMENTS.find((known) => known === value);
  // The editor stores "left" if the author chose nothing. It must not align an Arabic paragraph to the left.
  return alignment && alignment !== "left" ? { alignment } : {};
}

function toCounterType(value: unknown) {
  const counterType = COUNTER_TYPES.find((known) => known === value);
  return counterType ? { counterType } : {};
}

const toPixels = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 100_000 ? Number(value) : 0;
