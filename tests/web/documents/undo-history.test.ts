import { expect, test } from "vitest";
import { createHistory, type HistoryBlock } from "#web/features/documents/editor/undo/history.ts";

const block = (id: string, data: string, isWaiting = false): HistoryBlock => ({
  id,
  type: "paragraph",
  data,
  isWaiting,
});
const caretIn = (id: string) => ({ id, field: 0, offset: 0, length: 0 });
type History = ReturnType<typeof createHistory>;
const data = (history: History) => history.blocks().map((shown) => shown.data);

/** The author changes blocks, and this was noticed. */
function change(history: History, ...blocks: HistoryBlock[]) {
  history.act();
  history.record(blocks);
}

test("steps lead back to the start and forth to the end, and no further", () => {
  const history = createHistory([block("a", "1")]);
  change(history, block("a", "2"));
  change(history, block("a", "2"), block("b", "1"));
  expect([history.go(-1), history.go(-1), history.go(-1)]).toMatchObject([{ blocks: [{}] }, {}, undefined]);
  expect(data(history)).toEqual(["1"]);
  expect([history.go(1), history.go(1), history.go(1)]).toMatchObject([{}, {}, undefined]);
  expect(data(history)).toEqual(["2", "1"]);
});

test("an action without a change is no step", () => {
  const history = createHistory([block("a", "1")]);
  change(history, block("a", "1"));
  expect(history.go(-1)).toBeUndefined();
});

test("a new order is a step", () => {
  const history = createHistory([block("a", "1"), block("b", "2")]);
  change(history, block("b", "2"), block("a", "1"));
  history.go(-1);
  expect(data(history)).toEqual(["1", "2"]);
});

test("a change after going back drops the states after it", () => {
  const history = createHistory([block("a", "1")]);
  change(history, block("a", "2"));
  history.go(-1);
  change(history, block("a", "3"));
  expect(history.go(1)).toBeUndefined();
  history.go(-1);
  expect(data(history)).toEqual(["1"]);
});

test("what a tool changes without the author is no step, and keeps the states after it", () => {
  const history = createHistory([block("a", "1"), block("b", "1")]);
  change(history, block("a", "2"), block("b", "1"));
  history.go(-1);
  history.record([block("a", "1"), block("b", "tidy")]);
  history.go(1);
  expect(data(history)).toEqual(["2", "tidy"]);
});

test("data that a block has waited for arrives in all states with that block", () => {
  const history = createHistory([block("a", "1")]);
  change(history, block("a", "1"), block("b", "", true));
  change(history, block("a", "2"), block("b", "", true));
  history.act();
  history.record([block("a", "2"), block("b", "image")]);
  history.go(-1);
  expect(data(history)).toEqual(["1", "image"]);
  history.go(-1);
  expect(data(history)).toEqual(["1"]);
});

test("a state knows the caret of its change and the caret before the next", () => {
  const history = createHistory([block("a", "1")]);
  history.record(history.blocks(), caretIn("a"));
  history.act();
  history.record([block("a", "2")], caretIn("b"));
  history.record([block("a", "2")], caretIn("c"));
  expect(history.go(-1)).toMatchObject({ left: { id: "a" } });
  expect(history.go(1)).toMatchObject({ reached: { id: "b" }, left: { id: "c" } });
});

test("states share the blocks that they have in common", () => {
  const history = createHistory([block("a", "1"), block("b", "1")]);
  const [, b] = history.blocks();
  change(history, block("a", "2"), block("b", "1"));
  expect(history.blocks()[1]).toBe(b);
});

const countSteps = (history: History) => {
  let steps = 0;
  while (history.go(-1)) steps += 1;
  return steps;
};

test("the oldest of too many steps is forgotten", () => {
  const history = createHistory([block("a", "")], { steps: 3, length: 1000 });
  for (let step = 0; step < 10; step += 1) change(history, block("a", String(step)));
  expect(countSteps(history)).toBe(3);
  expect(data(history)).toEqual(["6"]);
});

test("steps that hold too much text are forgotten, but one is kept", () => {
  const history = createHistory([block("a", "")], { steps: 100, length: 1000 });
  for (let step = 0; step < 10; step += 1) change(history, block("a", String(step).repeat(300)));
  expect(countSteps(history)).toBe(3);
  change(history, block("a", "x".repeat(5000)));
  expect(countSteps(history)).toBe(1);
});
