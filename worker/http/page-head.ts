import { Tokenizer, TokenizerMode } from "parse5";
import { normalizeLine } from "#schema/text.ts";
import type { PublicFile } from "./public-fetch.ts";

type Tag = { name: string; attributes: Record<string, string | undefined> };

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
 * Reads the head of a foreign page from its tokens, because hostile markup could make building a parse tree very slow.
 */
export function readHead(page: PublicFile): PageHead {
  const tags: Tag[] = [];
  let titles = 0;
  let isInTitle = false;
  let title = "";
  const takeText = ({ chars }: { chars: string }) => {
    if (isInTitle) title += chars;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs }) {
        tokenizer.state = TEXT_MODES.get(tagName) ?? tokenizer.state;
        if (tagName === "title") isInTitle = (titles += 1) === 1;
        if (tagName !== "meta" && tagName !== "link" && tagName !== "base") return;
        tags.push({ name: tagName, attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])) });
      },
      onEndTag({ tagName }) {
        if (tagName === "title") isInTitle = false;
      },
      onCharacter: takeText,
      onWhitespaceCharacter: takeText,
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );
  tokenizer.write(decode(page), true);
  const base = tags.find(({ name, attributes }) => name === "base" && attributes["href"])?.attributes["href"];
  return { title: normalizeLine(title), base: URL.parse(base ?? "", page.url.href) ?? page.url, tags };
}

const META_CHARSET = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]+)/i;

/** Uses the charset of `Content-Type`, else of the `meta` element, else UTF-8. */
function decode({ bytes, contentType }: PublicFile): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const [, label = "utf-8"] = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType) ?? META_CHARSET.exec(start) ?? [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // Unknown encoding.
    return new TextDecoder().decode(bytes);
  }
}
