import type { Article, Inline } from "#schema/articles/document.ts";

/** Of an article that has thousands, only so many texts are marked. */
const MOST_TEXTS = 100;

/** Splits a text, with each of the found texts in a mark. */
export function markText(text: string, found: readonly string[]): Inline[] {
  const next = found.slice(0, MOST_TEXTS).find((one) => one !== "" && text.includes(one));
  if (next === undefined) return text === "" ? [] : [text];
  return text
    .split(next)
    .flatMap((part, index): Inline[] => [...(index === 0 ? [] : [markOf(next)]), ...markText(part, found)]);
}

/** Marks what was found in an article: links by their address, and texts. A card gets its marked address above it. */
export function markArticle(article: Article, found: readonly string[]): Article {
  const addresses = new Set(found);
  const isFound = (address: unknown): address is string => typeof address === "string" && addresses.has(address);

  function markIn(node: unknown): unknown {
    // The only texts that stand in arrays are inline texts.
    if (Array.isArray(node)) return node.flatMap(markPart);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, markIn(value)]));
  }

  function markPart(part: string | { url?: unknown; attributes?: { href?: unknown } } | unknown[]): unknown[] {
    if (typeof part === "string") return markText(part, found);
    if (Array.isArray(part)) return [markIn(part)];
    if (isFound(part.attributes?.href)) return [markOf(part as Inline)];
    return isFound(part.url) ? [{ type: "paragraph", content: [markOf(part.url)] }, part] : [markIn(part)];
  }

  return markIn(article) as Article;
}

const markOf = (child: Inline): Inline => ({ tag: "mark", children: [child] });
