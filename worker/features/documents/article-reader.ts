import { MAX_ALT_LENGTH } from "#schema/articles/document.ts";
import type { Inline, Markup } from "#schema/articles/document.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { Anchors, toArticleLink } from "./anchors.ts";
import { Budget, MAX_CARD_TEXT_LENGTH } from "./limits.ts";
import { parseHtml, parseInline, type AttributeReaders } from "./markup.ts";
import { cutAtWord, isBlank, normalizeLine, normalizeText } from "#schema/values/text.ts";
import { textOf } from "./text.ts";
import { sanitizeLink } from "#schema/values/urls.ts";
import { storedImageUrl } from "./stored-image-url.ts";

type ImageUrl = (url: string) => string;

/** Returns the site if the URL is that of its page. */
type SiteAt = (url: unknown) => CardSite | undefined;

export type ArticleContext = { imageUrl: ImageUrl; siteAt?: SiteAt };

/**
 * Cleans and counts the fields of one stored article. A field of the wrong type is read as empty.
 * @throws OverLimit from each method that counts, if the article exceeds a limit.
 */
export class ArticleReader {
  readonly anchors = new Anchors();
  readonly siteAt: SiteAt;
  readonly #budget = new Budget();
  readonly #imageUrl: ImageUrl;
  readonly #attributes: AttributeReaders;

  constructor({ imageUrl, siteAt = () => undefined }: ArticleContext) {
    this.#imageUrl = imageUrl;
    this.siteAt = siteAt;
    this.#attributes = {
      href: (value) => toArticleLink(sanitizeLink(value)),
      src: (value) => this.image(value),
      alt: (value) => cutAtWord(normalizeLine(value), MAX_ALT_LENGTH),
      className: () => undefined,
    };
  }

  inline(value: unknown): Inline[] {
    const markup = parseInline(this.#take(value), this.#attributes, this.#budget);
    return isBlank(textOf(markup)) ? [] : markup;
  }

  html(value: unknown): Markup[] {
    return parseHtml(this.#take(value), this.#attributes, this.#budget);
  }

  code(value: unknown): string {
    const text = normalizeText(this.#take(value));
    this.#budget.takeCode(text);
    return text;
  }

  /** Plain text, cut to `max` characters. */
  line(value: unknown, max = MAX_CARD_TEXT_LENGTH): string {
    const text = cutAtWord(normalizeLine(this.#take(value)), max);
    this.#budget.takeBreaks(text);
    return text;
  }

  image(value: unknown): string | undefined {
    const url = storedImageUrl(value);
    return url === undefined || url.startsWith("/") ? url : this.#imageUrl(url);
  }

  /** For a list item or a table cell. */
  takeNode() {
    this.#budget.takeNode();
  }

  /** Counts only the empty places of a table. Call `takeNode` for each cell, too. */
  takeRows(rows: readonly unknown[][]) {
    this.#budget.takeRows(rows);
  }

  #take(value: unknown): string {
    if (typeof value !== "string") return "";
    this.#budget.takeCharacters(value.length);
    return value;
  }
}
