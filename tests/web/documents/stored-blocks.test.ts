import { expect, test } from "vitest";
import { type LoadedBlock, type SavedBlock, toStoredBlocks } from "#web/features/documents/editor/stored-blocks.ts";

const list: LoadedBlock = {
  block: { type: "list", data: { style: "unordered", items: ["a"] } },
  data: { style: "unordered", meta: {}, items: [{ content: "a", meta: {}, items: [] }] },
};
const code: LoadedBlock = {
  block: { id: "own-id", type: "code", data: { code: "x", language: "js" } },
  data: { code: "x" },
};
const loaded = new Map([
  ["1", list],
  ["2", code],
]);
const saved = (id: string, type: string, data: SavedBlock["data"], isValid = true) => ({ id, type, data, isValid });

test("an unchanged block is stored as it was loaded, even if its tool calls it invalid", () => {
  const blocks = [saved("2", "code", { ...code.data }, false), saved("1", "list", { ...list.data })];
  expect(toStoredBlocks(blocks, loaded)).toEqual([code.block, list.block]);
});

test("a changed block keeps its id and the fields that its tool does not know", () => {
  expect(toStoredBlocks([saved("2", "code", { code: "y" })], loaded)).toEqual([
    { id: "own-id", type: "code", data: { code: "y", language: "js" } },
  ]);
});

test("a field that the tool removed is not restored", () => {
  expect(toStoredBlocks([saved("1", "list", { style: "ordered", items: [] })], loaded)).toEqual([
    { type: "list", data: { style: "ordered", items: [] } },
  ]);
});

test("new and converted blocks are stored as their tools save them, unless they are invalid", () => {
  const blocks = [
    saved("2", "paragraph", { text: "x" }),
    saved("3", "paragraph", { text: "new" }),
    saved("4", "paragraph", { text: "" }, false),
    saved("5", "stub", undefined),
  ];
  expect(toStoredBlocks(blocks, loaded)).toEqual([
    { id: "2", type: "paragraph", data: { text: "x" } },
    { id: "3", type: "paragraph", data: { text: "new" } },
  ]);
});

test("saving fails if the tool of a loaded block fails", () => {
  expect(() => toStoredBlocks([saved("2", "code", undefined)], loaded)).toThrow("code");
});
