import { Tokenizer, TokenizerMode } from "parse5";
import { normalizeLine } from "#schema/values/text.ts";
import { MAX_URL_LENGTH } from "#schema/values/urls.ts";
import { type PublicFile, publicUrl } from "./public-fetch.ts";

/** `isInHead`: no element of the body begins before it. */
type Tag = { name: string; isInHead: boolean; attributes: Record<string, string | undefined> };

/** Visitors can often write into the body of a page, but not into its head. */
const HEAD_ELEMENTS = new Set(["html", "head", "title", "meta", "link", "base", "style", "script", "noscript"]);

/** `tags` are the `meta`, `link` and `base` elements in document order. */
export type PageHead = { title: string; base: URL; tags: Tag[] };

/** Elements whose content is not markup, and the tokenizer state that reads it. */
const TEXT_MODES = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ["script", TokenizerMode.SCRIPT_DATA],
  ...["style", "xmp", "iframe", "noembed", "noframes"].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);

/**
 * Reads the tokens of a foreign page, because hostile markup could make building a parse tree very slow. `onText` gets the
 * text of the page in pieces, also that of scripts.
 */
function readTokens(
  page: PublicFile,
  on: {
    start(name: string, attributes: () => Tag["attributes"]): void;
    end(name: string): void;
    text(chars: string): void;
  },
): void {
  const takeText = ({ chars }: { chars: string }) => on.text(chars);
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs }) {
        tokenizer.state = TEXT_MODES.get(tagName) ?? tokenizer.state;
        on.start(tagName, () => Object.fromEntries(attrs.map(({ name, value }) => [name, value])));
      },
      onEndTag: ({ tagName }) => on.end(tagName),
      onCharacter: takeText,
      onWhitespaceCharacter: takeText,
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );
  tokenizer.write(decode(page), true);
}

export function readHead(page: PublicFile): PageHead {
  const tags: Tag[] = [];
  let titles = 0;
  let isInTitle = false;
  let isInHead = true;
  let title = "";
  readTokens(page, {
    start(name, attributes) {
      isInHead &&= HEAD_ELEMENTS.has(name);
      if (name === "title") isInTitle = (titles += 1) === 1;
      if (name === "meta" || name === "link" || name === "base")
        tags.push({ name, isInHead, attributes: attributes() });
    },
    end(name) {
      isInHead &&= name !== "head";
      if (name === "title") isInTitle = false;
    },
    text(chars) {
      if (isInTitle) title += chars;
    },
  });
  const base = tags.find(({ name, attributes }) => name === "base" && attributes["href"])?.attributes["href"];
  return { title: normalizeLine(title), base: URL.parse(base ?? "", page.url.href) ?? page.url, tags };
}

/** A link that users see, and its text. */
export type PageLink = { url: URL; text: string };

const MAX_LINKS = 2000;
const MAX_LINK_TEXT = 200;
const MAX_DATA_SCRIPTS = 20;

/** Reads the links of a page and its scripts with JSON-LD. Those beyond the limits are left out. */
export function readBody(page: PublicFile, base: URL): { links: PageLink[]; data: string[] } {
  const links: PageLink[] = [];
  const data: string[] = [];
  let link: PageLink | undefined;
  let isInData = false;
  readTokens(page, {
    start(name, attributes) {
      if (name === "a") {
        const { href = "" } = attributes();
        const url = href.length <= MAX_URL_LENGTH ? publicUrl(href, base) : undefined;
        link = url && links.length < MAX_LINKS ? { url, text: "" } : undefined;
        if (link) links.push(link);
      }
      if (name !== "script") return;
      isInData = attributes()["type"]?.trim().toLowerCase() === "application/ld+json" && data.length < MAX_DATA_SCRIPTS;
      if (isInData) data.push("");
    },
    end(name) {
      if (name === "a") link = undefined;
      if (name === "script") isInData = false;
    },
    text(chars) {
      if (isInData) data[data.length - 1] += chars;
      else if (link && link.text.length < MAX_LINK_TEXT) link.text += chars;
    },
  });
  return { links: links.map(({ url, text }) => ({ url, text: normalizeLine(text) })), data };
}

const HEADER_CHARSET = /charset\s*=\s*["']?([\w-]+)/i;
const META_CHARSET = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]+)/i;

/** Byte order marks, read as Latin-1. */
const MARKS = [
  ["\u00ef\u00bb\u00bf", "utf-8"],
  ["\u00ff\u00fe", "utf-16le"],
  ["\u00fe\u00ff", "utf-16be"],
] as const;

/** As browsers do, uses the byte order mark, else the charset of `Content-Type`, else of the `meta` element, else UTF-8. */
function decode({ bytes, contentType }: PublicFile): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const mark = MARKS.find(([text]) => start.startsWith(text))?.[1];
  const label = mark ?? HEADER_CHARSET.exec(contentType)?.[1] ?? metaCharset(start);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // Unknown encoding.
    return new TextDecoder().decode(bytes);
  }
}

/** An element that can be read byte by byte is not in UTF-16, whatever it says. */
function metaCharset(start: string): string | undefined {
  const [, label] = META_CHARSET.exec(start) ?? [];
  return label && /utf-16|ucs-2|unicode/i.test(label) ? undefined : label;
}
