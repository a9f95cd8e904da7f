import {
  ALIGNMENTS,
  MAX_ALT_LENGTH,
  MAX_BLOCKS,
  COUNTER_TYPES,
  LIST_STYLES,
  MAX_LIST_DEPTH,
} from "#schema/articles/document.ts";
import type { EditorBlock, EditorDocument } from "#schema/articles/document.ts";
import { Budget, MAX_CARD_TEXT_LENGTH, OverLimit, limitDocumentBytes } from "./limits.ts";
import { hasMarkup, parseHtml, parseInline, printMarkup, type AttributeReaders } from "./markup.ts";
import { readDocument, asArray, asObject, type JsonObject } from "#schema/articles/read-document.ts";
import { normalizeLine, normalizeText } from "#schema/values/text.ts";
import { sanitizeLink } from "#schema/values/urls.ts";
import { storedImageUrl } from "./stored-image-url.ts";

type Clean = (value: unknown, budget: Budget) => unknown;

/**
 * Sanitizes an author's document: drops fields, markup and URLs that must not be shown. Idempotent.
 * @returns The document, or a message for the author if a limit is exceeded.
 */
export function cleanDocument(
  content: unknown,
): { ok: true; document: EditorDocument } | { ok: false; message: string } {
  try {
    const { time, version, blocks } = readDocument(content);
    if (blocks.length > MAX_BLOCKS)
      throw new OverLimit(`The article may have at most ${MAX_BLOCKS.toLocaleString("en")} blocks. Please shorten it.`);
    const budget = new Budget();
    const ids = new Set<string>();
    const document: EditorDocument = {
      ...(typeof time === "number" && Number.isFinite(time) && { time }),
      ...(typeof version === "string" && /^[\w.-]{1,32}$/.test(version) && { version }),
      blocks: blocks.flatMap((block) => cleanBlock(asObject(block), ids, budget)),
    };
    limitDocumentBytes(new TextEncoder().encode(JSON.stringify(document)).length);
    return { ok: true, document };
  } catch (error) {
    if (error instanceof OverLimit) return { ok: false, message: error.message };
    throw error;
  }
}

/** Returns a message for the author if a table has no cells. Documents of earlier versions can have such tables. */
export function findEmptyTable({ blocks }: EditorDocument): string | undefined {
  const index = blocks.findIndex(({ type, data }) => type === "table" && asArray(data["content"]).flat().length === 0);
  return index < 0
    ? undefined
    : `Block ${index + 1} of the article is a table without cells. Please write into it or remove it.`;
}

function cleanBlock({ id, type, data }: JsonObject, ids: Set<string>, budget: Budget): EditorBlock[] {
  if (typeof type !== "string" || !/^[\w-]{1,64}$/.test(type)) return [];
  const clean = CLEANERS.get(type) ?? cleanUnknown(0);
  const cleaned = clean(data, budget);
  if (cleaned === undefined) return [];
  // The editor does not support two blocks with one id.
  const isNewId = typeof id === "string" && /^[\w-]{1,64}$/.test(id) && !ids.has(id);
  if (isNewId) ids.add(id);
  return [{ ...(isNewId && { id }), type, data: asObject(cleaned) }];
}

const readers: AttributeReaders = {
  href: sanitizeLink,
  src: storedImageUrl,
  alt: requireAlt,
  // The inline tools of the editor recognize their elements by these classes.
  className: (value) => ["inline-code", "cdx-marker", "cdx-underline"].find((known) => known === value),
};

function requireAlt(value: string): string {
  const tidied = normalizeLine(value);
  if (tidied.length > MAX_ALT_LENGTH)
    throw new OverLimit(`The alternative text of an image may have at most ${MAX_ALT_LENGTH} characters.`);
  return tidied;
}

const text =
  (tidy: (value: string, budget: Budget) => string): Clean =>
  (value, budget) => {
    if (typeof value !== "string") return undefined;
    budget.takeCharacters(value.length);
    const tidied = tidy(value, budget);
    // Escaping makes the text longer: & becomes &amp;.
    budget.takeCharacters(Math.max(0, tidied.length - value.length));
    return tidied;
  };
const inline = text((value, budget) => {
  const markup = parseInline(value, readers, budget);
  // Text without markup is stored unescaped: "1 > 0".
  return hasMarkup(value) ? printMarkup(markup) : normalizeText(value);
});
const html = text((value, budget) => printMarkup(parseHtml(value, readers, budget)));
const counted = (tidy: (value: string) => string, take: "takeBreaks" | "takeCode" = "takeBreaks") =>
  text((value, budget) => {
    const tidied = tidy(value);
    budget[take](tidied);
    return tidied;
  });
const plain = counted(normalizeText);
const code = counted(normalizeText, "takeCode");
const cardText = counted((value) => {
  const tidied = normalizeLine(value);
  if (tidied.length > MAX_CARD_TEXT_LENGTH)
    throw new OverLimit(
      `The title, name or description of a link or file may have at most ${MAX_CARD_TEXT_LENGTH.toLocaleString("en")} characters.`,
    );
  return tidied;
});
const altText = counted(requireAlt);
const alternativeText: Clean = (value, budget) => {
  const tidied = altText(value, budget);
  return tidied === "" ? undefined : tidied;
};
const link: Clean = sanitizeLink;
const imageUrl: Clean = storedImageUrl;
const boolean: Clean = (value) => (typeof value === "boolean" ? value : undefined);
const integer =
  (min: number, max: number): Clean =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? value : undefined;
const oneOf =
  (values: readonly string[]): Clean =>
  (value) =>
    values.find((allowed) => allowed === value);
const word: Clean = (value) => (typeof value === "string" && /^[\w+#.-]{1,32}$/.test(value) ? value : undefined);

/** Cleans the fields of an object. The result is undefined if it has none of the `required` fields. */
function fields(spec: Record<string, Clean>, ...required: string[]): Clean {
  return (value, budget) => {
    const source = asObject(value);
    const cleaned: JsonObject = {};
    for (const [name, clean] of Object.entries(spec)) {
      const field = Object.hasOwn(source, name) ? clean(source[name], budget) : undefined;
      if (field !== undefined) cleaned[name] = field;
    }
    return required.length === 0 || required.some((name) => name in cleaned) ? cleaned : undefined;
  };
}

/** Leaves out invalid items, or replaces them by `placeholder`, so that table cells keep their columns. */
function array(clean: Clean, placeholder?: unknown): Clean {
  return (value, budget) =>
    Array.isArray(value)
      ? value.flatMap((item: unknown) => {
          budget.takeNode();
          return [clean(item, budget) ?? placeholder].filter((cleaned) => cleaned !== undefined);
        })
      : undefined;
}

const listMeta = fields({ checked: boolean, start: integer(-1e6, 1e6), counterType: oneOf(COUNTER_TYPES) });

const listItems =
  (depth: number): Clean =>
  (value, budget) => {
    if (depth > MAX_LIST_DEPTH && asArray(value).length > 0)
      throw new OverLimit(`Lists can be nested at most ${MAX_LIST_DEPTH} levels deep.`);
    const item = fields(
      { content: inline, text: inline, checked: boolean, meta: listMeta, items: listItems(depth + 1) },
      "content",
      "text",
    );
    return array((entry) => (typeof entry === "string" ? inline : item)(entry, budget))(value, budget);
  };

/** Drops empty lists: they show nothing, and the list tool of the editor fails on them. */
const nonEmpty =
  (clean: Clean): Clean =>
  (value, budget) => {
    const cleaned = clean(value, budget);
    return asArray(cleaned).length > 0 ? cleaned : undefined;
  };

/** Tidies the texts of an unknown block. Pages do not show its data, but a later tool can read them. */
function cleanUnknown(depth: number): Clean {
  return (value, budget) => {
    budget.takeNode();
    if (typeof value === "string") return plain(value, budget);
    if (typeof value !== "object" || value === null) return value;
    if (depth === MAX_LIST_DEPTH) return undefined;
    if (Array.isArray(value)) return value.map((item) => cleanUnknown(depth + 1)(item, budget) ?? null);
    const entries = Object.entries(value).map(([name, field]) => [
      plain(name, budget),
      cleanUnknown(depth + 1)(field, budget),
    ]);
    return Object.fromEntries(entries.filter(([name, field]) => name !== "__proto__" && field !== undefined));
  };
}

const table: Clean = (value, budget) => {
  budget.takeRows(asArray(value).filter((row) => Array.isArray(row)));
  return array(array(inline, ""))(value, budget);
};

const size = integer(1, 100_000);
const frame = { withBorder: boolean, withBackground: boolean, stretched: boolean };
const imageFile = fields({ url: imageUrl, width: size, height: size }, "url");
const attachedFile = fields(
  { url: link, size: integer(0, Number.MAX_SAFE_INTEGER), name: cardText, title: cardText, extension: word },
  "url",
);
const linkMeta = fields({
  title: cardText,
  site_name: cardText,
  description: cardText,
  image: fields({ url: imageUrl }, "url"),
});

const CLEANERS = new Map<string, Clean>(
  Object.entries({
    paragraph: fields({ text: inline, alignment: oneOf(ALIGNMENTS) }, "text"),
    header: fields({ text: inline, level: integer(1, 6), alignment: oneOf(ALIGNMENTS) }, "text"),
    list: fields({ style: oneOf(LIST_STYLES), meta: listMeta, items: nonEmpty(listItems(1)) }, "items"),
    checklist: fields({ items: array(fields({ text: inline, checked: boolean }, "text")) }, "items"),
    image: fields({ file: imageFile, url: imageUrl, alt: alternativeText, caption: inline, ...frame }, "file", "url"),
    code: fields({ code, language: word }, "code"),
    quote: fields({ text: inline, caption: inline, alignment: oneOf(ALIGNMENTS) }, "text"),
    delimiter: fields({ style: word, lineWidth: integer(0, 100), lineThickness: integer(0, 10) }),
    table: fields({ withHeadings: boolean, stretched: boolean, content: table }, "content"),
    embed: fields(
      { service: word, source: link, embed: link, width: size, height: size, caption: inline },
      "source",
      "embed",
    ),
    raw: fields({ html }, "html"),
    warning: fields({ title: inline, message: inline }, "title", "message"),
    linkTool: fields({ link, meta: linkMeta }, "link"),
    attaches: fields({ file: attachedFile, title: inline }, "file"),
  }),
);
