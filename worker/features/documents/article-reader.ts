import { MAX_ALT_LENGTH } from "#schema/document.ts";
import type { Inline, Markup } from "#schema/document.ts";
import type { SiteSummary } from "#schema/sites.ts";
import { Anchors, toArticleLink } from "./anchors.ts";
import { Budget, MAX_LINE } from "./limits.ts";
import { parseHtml, parseInline, type AttributeReaders } from "./markup.ts";
import { cutAtWord, isBlank, normalizeLine, normalizeText } from "#schema/text.ts";
import { textOf } from "./text.ts";
import { sanitizeLink } from "#schema/urls.ts";
import { storedImageUrl } from "./stored-image-url.ts";

/** Returns the signed path of this origin that serves a remote image. */
type ImageUrl = (url: string) => string;

/** Returns the listed site if a link leads to its page in this directory. */
type SiteAt = (url: unknown) => SiteSummary | undefined;

export type ArticleContext = { imageUrl: ImageUrl; siteAt?: SiteAt };

/**
 * Reads and cleans the fields of one stored article. Counts them against the budget of the article. A field of the
 * wrong type is read as empty.
 * @throws OverLimit from each method if the budget is exceeded.
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
    this.#budget.takeLines(text);
    return text;
  }

  /** Returns one line of plain text, cut to `max` characters. */
  line(value: unknown, max = MAX_LINE): string {
    const text = cutAtWord(normalizeLine(this.#take(value)), max);
    this.#budget.takeBreaks(text);
    return text;
  }

  image(value: unknown): string | undefined {
    const url = storedImageUrl(value);
    return url === undefined || url.startsWith("/") ? url : this.#imageUrl(url);
  }

  /** Counts a list item or a table cell. */
  takeNode() {
    this.#budget.takeNode();
  }

  /** Checks the size of a table and counts its empty places. Call `takeNode` for each cell in addition. */
  takeRows(rows: readonly unknown[][]) {
    this.#budget.takeRows(rows);
  }

  #take(value: unknown): string {
    if (typeof value !== "string") return "";
    this.#budget.takeCharacters(value.length);
    return value;
  }
}
