import type { Markup } from "#schema/articles/document.ts";

/** `br` becomes a line feed. */
export const textOf = (content: readonly Markup[]): string =>
  content.map((node) => (typeof node === "string" ? node : node.tag === "br" ? "\n" : textOf(node.children))).join("");
