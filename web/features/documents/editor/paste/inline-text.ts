import type { EditorBlock } from "#schema/articles/document.ts";
import { escapeHtml } from "./runs.ts";

type Item = { content: string; meta: { checked?: boolean }; items: Item[] };
type Data = {
  text?: string;
  caption?: string;
  code?: string;
  alt?: string;
  source?: string;
  style?: string;
  meta?: { start?: number };
  items?: Item[];
  content?: string[][];
};

/** Returns the text of blocks as inline HTML, for places that have no blocks, such as table cells. */
export const toInlineHtml = (blocks: readonly EditorBlock[]): string => blocks.map(lines).filter(Boolean).join("<br>");

function lines({ data }: EditorBlock): string {
  const { text, caption, code, alt, source, style, meta, items, content } = data as Data;
  return [
    text,
    code && `<code class="inline-code">${escapeHtml(code).replaceAll("\n", "<br>")}</code>`,
    alt && escapeHtml(alt),
    source && `<a href="${escapeHtml(source)}">${escapeHtml(source)}</a>`,
    items && itemLines(items, style === "ordered", meta?.start),
    content?.map((row) => row.filter(Boolean).join(" ")).join("<br>"),
    caption,
  ]
    .filter(Boolean)
    .join("<br>");
}

const itemLines = (items: readonly Item[], isOrdered: boolean, start = 1): string =>
  items
    .flatMap((item, index) => [
      `${isOrdered ? `${start + index}.` : item.meta.checked ? "☑" : item.meta.checked === false ? "☐" : "•"} ${item.content}`,
      ...(item.items.length > 0 ? [itemLines(item.items, isOrdered)] : []),
    ])
    .join("<br>");
