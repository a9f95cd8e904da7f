import { createElement, type ReactNode } from "react";
import type { HtmlTag, Markup, MarkupElement } from "#schema/articles/document.ts";
import { parseImageSize } from "#schema/images/image-size.ts";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { ArticleLink } from "./article-link.tsx";
import { renderByIndex } from "./render-by-index.tsx";

export function MarkupView({ content }: { content: readonly Markup[] }): ReactNode {
  return renderByIndex(content, (node) => (typeof node === "string" ? node : <Element {...node} />));
}

function Element({ tag, attributes, children }: MarkupElement<HtmlTag>) {
  if (tag === "br" || tag === "hr") return createElement(tag);
  if (tag === "img") {
    const { src = "", width, height } = attributes ?? {};
    const size = width || height ? {} : parseImageSize(src);
    return <img alt="" {...size} loading="lazy" decoding="async" {...attributes} />;
  }
  const content = <MarkupView content={tag === "tr" ? withScopes(children) : children} />;
  if (tag === "a") return <ArticleLink href={attributes?.href ?? ""}>{content}</ArticleLink>;
  if (tag === "table") return <ScrollBox>{createElement(tag, null, content)}</ScrollBox>;
  return createElement(tag, { ...attributes, ...(tag === "pre" && { tabIndex: 0 }) }, content);
}

/** Headings of a row that has no other cells belong to their columns. */
function withScopes(cells: readonly Markup[]): Markup[] {
  const hasOthers = cells.some((cell) => typeof cell !== "string" && cell.tag === "td");
  const scope = hasOthers ? "row" : "col";
  return cells.map((cell) =>
    typeof cell !== "string" && cell.tag === "th" ? { ...cell, attributes: { ...cell.attributes, scope } } : cell,
  );
}
