import { ANCHOR_PREFIX } from "#schema/articles/document.ts";

/** The `id` attributes of one article's headings. */
export class Anchors {
  /** Anchor → the number to try next for another heading with this text. */
  readonly #taken = new Map<string, number>();

  /** Returns a new id: `article-set-up`, then `article-set-up-2`. */
  add(text: string): string {
    const base = toAnchor(text);
    let count = this.#taken.get(base) ?? 1;
    let anchor = count === 1 ? base : `${base}-${count}`;
    while (this.#taken.has(anchor)) anchor = `${base}-${(count += 1)}`;
    this.#taken.set(anchor, 2);
    this.#taken.set(base, count + 1);
    return anchor;
  }
}

/** Turns a link to a heading of the same article into a link to its id: `#Set%20up` → `#article-set-up`. */
export function toArticleLink(url: string | undefined): string | undefined {
  return url?.startsWith("#") ? `#${toAnchor(decode(url.slice(1)))}` : url;
}

function toAnchor(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ["section"];
  return ANCHOR_PREFIX + words.join("-").slice(0, 80).toWellFormed();
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
