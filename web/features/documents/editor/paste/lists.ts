import { type EditorBlock, type ListStyle, MAX_LIST_DEPTH } from "#schema/articles/document.ts";
import { isHidden, styleOf } from "./styles.ts";

/** An item of a list, which can come from a paragraph of Word. Deeper levels have higher numbers. */
export type ListLine = {
  level: number;
  isOrdered: boolean;
  checked?: boolean | undefined;
  number?: number | undefined;
  content: string;
};

type Item = { content: string; meta: { checked?: boolean }; items: Item[] };

/** Items with a gap between the levels are nested by one level only. */
export function toListBlock(lines: readonly ListLine[]): EditorBlock {
  const [first] = lines;
  const isChecklist = lines.some(({ checked }) => checked !== undefined);
  const style: ListStyle = isChecklist ? "checklist" : first!.isOrdered ? "ordered" : "unordered";
  const items: Item[] = [];
  const open: { level: number; items: Item[] }[] = [];
  for (const { level, content, checked = false } of lines) {
    while (open.length > 0 && (open.at(-1)!.level >= level || open.length >= MAX_LIST_DEPTH)) open.pop();
    const item = { content, meta: isChecklist ? { checked } : {}, items: [] };
    (open.at(-1)?.items ?? items).push(item);
    open.push({ level, items: item.items });
  }
  const meta = style === "ordered" ? { start: first!.number ?? 1, counterType: "numeric" } : {};
  return { type: "list", data: { style, meta, items } };
}

/** Returns undefined if the item has no checkbox. */
export function checkedOf(item: Element): boolean | undefined {
  const box = item.querySelector("input[type=checkbox], [role=checkbox]") ?? item.querySelector(".checkbox");
  const marked = box && box.closest("li") === item ? box : item;
  const state = ["aria-checked", "data-checked", "data-task-state", "data-list"]
    .map((name) => marked.getAttribute(name))
    // Evernote's.
    .concat(styleOf(item).get("--en-checked") ?? "")
    .join(" ");
  if (
    /\b(?:true|done|checked)\b/i.test(state) ||
    marked.matches("[checked], .checkbox-on, .inline-task-list > .checked")
  )
    return true;
  return marked !== item || /\b(?:false|todo|unchecked)\b/i.test(state) || item.matches(".inline-task-list > *")
    ? false
    : undefined;
}

/** The checkbox in a text, as some programs write it. */
export const TEXT_CHECKBOX = /^(?:\[(?<mark>[ xX]?)\]|(?<box>[☐☑☒✅]))\s+/u;

// Between a marker and the text stand several spaces.
const WORD_MARKER = /^\s*(?:(?<sign>\(?[\da-z]{1,6}(?:[.)][\da-z]{0,3})+)|[·•o§▪◦–-])(?:\s|\u00a0){2,}/i;
const STRIPPED_MARKER = /^(?:\(?[\da-z]{1,6}(?:[.)][\da-z]{0,3})+|[·•o§▪◦–-]) /i;
/** Matches nothing. */
export const NO_MARKER = /^(?!)/;

/** Returns the item that a paragraph or a heading of Word is. `marker` is what its text begins with instead of a text. */
export function wordItem(paragraph: Element) {
  // Outlook writes lists, and styles their items as Word does.
  if (paragraph.tagName === "LI") return undefined;
  const list = styleOf(paragraph).get("mso-list");
  const level = /level(\d)/.exec(list ?? "")?.[1];
  if (!level && !paragraph.matches("[class^=MsoListParagraph]")) return undefined;
  const ignored = [...paragraph.querySelectorAll("[style*=mso-list]")].find(isHidden);
  const text = `${(ignored ?? paragraph).textContent}${ignored ? "  " : ""}`;
  const marker = WORD_MARKER.exec(text);
  if (!level && !marker) return undefined;
  const sign = marker?.groups?.["sign"];
  const number = Number.parseInt(sign ?? "", 10);
  return {
    line: { level: Number(level ?? 1), isOrdered: sign !== undefined, ...(number && { number }) },
    sign,
    marker: ignored ? NO_MARKER : STRIPPED_MARKER,
  };
}
