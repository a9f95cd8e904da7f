/** Short forms of the blocks that a paste gives. */
interface Nested extends Array<string | Nested> {}
type Item = string | Nested;

/** A list begins with the text of the item, and goes on with the items inside it. */
const toItem = (item: Item, meta: object): object => {
  const [content, ...inside] = typeof item === "string" ? [item] : item;
  return { content, meta, items: inside.map((one) => toItem(one, meta)) };
};

export const p = (text: string) => ({ type: "paragraph", data: { text } });
export const h = (level: number, text: string) => ({ type: "header", data: { text, level } });
export const ul = (...items: Item[]) => ({
  type: "list",
  data: { style: "unordered", meta: {}, items: items.map((item) => toItem(item, {})) },
});
export const ol = (start: number, ...items: Item[]) => ({
  type: "list",
  data: { style: "ordered", meta: { start, counterType: "numeric" }, items: items.map((item) => toItem(item, {})) },
});
/** `[x]` marks what is done. */
export const todo = (...items: string[]) => ({
  type: "list",
  data: {
    style: "checklist",
    meta: {},
    items: items.map((text) => toItem(text.replace("[x] ", ""), { checked: text.startsWith("[x] ") })),
  },
});
export const quote = (text: string, caption = "") => ({ type: "quote", data: { text, caption, alignment: "left" } });
export const code = (...lines: string[]) => ({ type: "code", data: { code: lines.join("\n") } });
export const table = (withHeadings: boolean, ...content: string[][]) => ({
  type: "table",
  data: { withHeadings, content, stretched: false },
});
export const image = (url: string, alt = "", caption = "") => ({
  type: "image",
  data: { file: { url }, caption, ...(alt && { alt }) },
});
export const hr = { type: "delimiter", data: {} };
