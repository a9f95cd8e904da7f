import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { directionOf } from "#web/features/documents/editor/undo/inputs.ts";
import { openEditor, type OpenEditor } from "#web/features/documents/editor/open-editor.ts";
import type { Offer } from "#web/features/documents/editor/offered-sections.ts";
import { answerApi } from "../support/api.ts";
import { paste } from "../support/article.ts";
import { until } from "../support/clock.ts";
import { code, h, image, p, table, ul } from "./pasted-blocks.ts";

type Blocks = { type: string; data: object }[];

let holder: HTMLElement;
let editor: OpenEditor;
let reported: string[];
/** The time of events. Texts that are typed without a pause are one step. */
let now: number;

beforeEach(async () => {
  // On narrow screens, menus have no search.
  await page.viewport(1000, 800);
  now = 0;
  vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => now);
});

/** Returns the content. */
async function openArticle(blocks: Blocks, offer: Offer = { sections: [], open: [] }) {
  const initial = JSON.stringify({ blocks });
  reported = [];
  holder = document.body.appendChild(document.createElement("div"));
  editor = await openEditor(holder, initial, offer, {
    onChange: (content) => reported.push(content),
    onMessage: () => {},
    onUploading: () => {},
    onMenuEntryFocused: () => {},
  });
  onTestFinished(async () => {
    await editor.close();
    holder.remove();
  });
  return initial;
}

const stored = async () => (JSON.parse(await editor.save()) as { blocks: Blocks }).blocks;
const blocks = () => [...holder.querySelectorAll<HTMLElement>(".ce-block")];
const shown = () => blocks().map((block) => block.innerText.trim());
const part = (selector: string, index = 0) => holder.querySelectorAll<HTMLElement>(selector)[index]!;
/** Editor.js listens to the keys of new blocks, and fills pasted blocks, in idle callbacks. */
async function settle() {
  for (let time = 0; time < 2; time += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  await new Promise(requestAnimationFrame);
}

async function press(keys: string) {
  await userEvent.keyboard(keys);
  await settle();
}
const undo = () => press("{Control>}z{/Control}");
const redo = () => press("{Control>}{Shift>}z{/Shift}{/Control}");

async function goToEnd(selector: string, index = 0, key = "End") {
  await userEvent.click(part(selector, index));
  await userEvent.keyboard(`{Control>}{${key}}{/Control}`);
}
const goToStart = (selector: string, index = 0) => goToEnd(selector, index, "Home");

/** Chooses from the options of the block with the caret. */
async function choose(...entries: string[]) {
  await press("{Control>}/{/Control}");
  for (const entry of entries) await userEvent.click(page.getByText(entry, { exact: true }).last());
  await settle();
}

/** The text with the caret, and the caret's place in it. */
function caret() {
  const { focusNode, focusOffset } = getSelection()!;
  return [focusNode!.textContent, focusOffset];
}

test("a paste is one step, and the text before it stays", async () => {
  const initial = await openArticle([p("")]);
  await goToEnd(".ce-paragraph");
  await press("My own first sentence.");
  paste("<p>pasted one</p><p>pasted two</p>");
  await settle();
  const pasted = ["My own first sentence.", "pasted one", "pasted two"];
  expect(shown()).toEqual(pasted);
  await undo();
  expect(shown()).toEqual(["My own first sentence."]);
  expect(caret()).toEqual(["My own first sentence.", 22]);
  await redo();
  expect(shown()).toEqual(pasted);
  await undo();
  await undo();
  expect(await editor.save()).toBe(initial);
});

test("pasted Markdown is one step", async () => {
  await openArticle([p("one")]);
  await goToEnd(".ce-paragraph");
  paste("", "## a\n- b");
  await until(() => blocks().length === 3);
  await undo();
  expect(shown()).toEqual(["one"]);
});

test("what follows a paste at once is a step of its own", async () => {
  await openArticle([p("one")]);
  await goToEnd(".ce-paragraph");
  paste("<p>a</p><p>b</p>");
  paste("<p>c</p><p>d</p>");
  await press("!");
  expect(shown()).toEqual(["one", "a", "b", "c", "d!"]);
  await undo();
  expect(shown()).toEqual(["one", "a", "b", "c", "d"]);
  await undo();
  expect(shown()).toEqual(["one", "a", "b"]);
  await undo();
  expect(shown()).toEqual(["one"]);
});

const icon = image("/favicon.ico", "An icon");
const cells = table(false, ["a", "b"], ["c", "d"]);
const ab = [p("one"), p("two")];

test("changes of each kind are a step each, which lead back to the start and forth to the end", async () => {
  const initial = await openArticle([...ab, h(2, "Why"), ul("a", "b"), cells, code("a"), icon]);
  const acts: Record<string, () => Promise<unknown>> = {
    typing: () => goToEnd(".ce-paragraph").then(() => press(" more")),
    "splitting a paragraph": () => press("{ArrowLeft}{Enter}"),
    "merging two paragraphs": () => goToStart(".ce-paragraph", 1).then(() => press("{Backspace}")),
    "converting a block": () => goToEnd(".ce-paragraph").then(() => choose("Convert to", "Quote")),
    "moving a block": () => goToEnd(".ce-paragraph").then(() => choose("Move up")),
    "deleting a block": () => goToEnd(".ce-paragraph").then(() => choose("Delete", "Really delete?")),
    "the level of a heading": () => goToEnd(".ce-header").then(() => choose("Heading 4")),
    "a new item": () => goToEnd(".cdx-list__item-content").then(() => press("{Enter}")),
    "a table's cell": () => goToEnd(".tc-cell", 3).then(() => press("x")),
    code: () => goToEnd(".ce-code__textarea").then(() => press("{Tab}")),
    "an alternative text": () => goToEnd(".picture-alt input").then(() => press("!")),
    "deleting all blocks": () => press("{Control>}aaa{/Control}").then(() => press("{Backspace}")),
  };
  const states: [string, Blocks][] = [["", await stored()]];
  for (const [name, act] of Object.entries(acts)) {
    now += 1000;
    await act();
    states.push([name, await stored()]);
    expect(states.at(-1)![1], name).not.toEqual(states.at(-2)![1]);
  }
  for (let step = states.length - 1; step > 0; step -= 1) {
    await undo();
    expect(await stored(), `undo of ${states[step]![0]}`).toEqual(states[step - 1]![1]);
  }
  expect([await editor.save(), reported.at(-1)]).toEqual([initial, initial]);
  await press(`{Control>}${"y".repeat(states.length - 1)}{/Control}`);
  expect(await stored()).toEqual(states.at(-1)![1]);
});

test("the caret returns to where it was before the step, and to its end", async () => {
  await openArticle([p("one <b>two</b> three"), p("other")]);
  await goToEnd(".ce-paragraph");
  await press("{ArrowLeft>6/}");
  await press("{Enter}");
  expect(shown()).toEqual(["one two", "three", "other"]);
  await userEvent.click(part(".ce-paragraph", 2));
  await undo();
  expect(shown()).toEqual(["one two three", "other"]);
  await press("!");
  expect(shown()).toEqual(["one two! three", "other"]);
  await undo();
  await press("{Control>}{End}{/Control}");
  await press("?");
  await userEvent.click(part(".ce-paragraph", 1));
  await undo();
  await redo();
  expect(caret()).toEqual([" three?", 7]);
});

test("texts are separate steps after a pause, in another field and at another place", async () => {
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  await press("a");
  now += 999;
  await press("b");
  now += 1000;
  await press("c");
  await press("{ArrowLeft}");
  await press("d");
  await goToEnd(".ce-paragraph", 1);
  await press("ef{Backspace}");
  expect(shown()).toEqual(["oneabdc", "twoe"]);
  const states = [];
  for (let step = 0; step < 5; step += 1) {
    await undo();
    states.push(shown());
  }
  expect(states).toEqual([
    ["oneabdc", "twoef"],
    ["oneabdc", "two"],
    ["oneabc", "two"],
    ["oneab", "two"],
    ["one", "two"],
  ]);
});

const keyDown = (init: KeyboardEventInit) => new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });

test.each([
  ["Ctrl and Z", keyDown({ key: "z", code: "KeyZ", ctrlKey: true }), -1],
  ["Ctrl, Shift and Z", keyDown({ key: "Z", code: "KeyZ", ctrlKey: true, shiftKey: true }), 1],
  ["Cmd, Shift and Z", keyDown({ key: "Z", code: "KeyZ", metaKey: true, shiftKey: true }), 1],
  ["Ctrl and Y", keyDown({ key: "y", code: "KeyY", ctrlKey: true }), 1],
  ["Ctrl and Y with Cyrillic letters", keyDown({ key: "н", code: "KeyY", ctrlKey: true }), 1],
  ["Ctrl, Alt and Z", keyDown({ key: "z", code: "KeyZ", ctrlKey: true, altKey: true }), undefined],
  ["Z", keyDown({ key: "z", code: "KeyZ" }), undefined],
  ["undo of a menu or a phone", new InputEvent("beforeinput", { inputType: "historyUndo" }), -1],
  ["redo of a menu or a phone", new InputEvent("beforeinput", { inputType: "historyRedo" }), 1],
  ["typing", new InputEvent("beforeinput", { inputType: "insertText" }), undefined],
])("%s: the direction", (_, event, direction) => expect(directionOf(event)).toBe(direction));

test("nothing is undone while an input method composes, and its text is one step", async () => {
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  const line = document.activeElement!;
  line.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  for (const text of ["k", "ka", "か"]) {
    const init = { inputType: "insertCompositionText", isComposing: true, bubbles: true };
    line.dispatchEvent(new InputEvent("beforeinput", init));
    line.textContent = `one${text}`;
    line.dispatchEvent(new InputEvent("input", init));
    line.dispatchEvent(keyDown({ key: "z", code: "KeyZ", ctrlKey: true, isComposing: true }));
    await settle();
  }
  expect(shown()).toEqual(["oneか", "two"]);
  await undo();
  expect(shown()).toEqual(["one", "two"]);
});

test("another field and the search for a kind of block keep their own undo, and an open menu closes", async () => {
  const field = document.body.appendChild(document.createElement("input"));
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  await press("a");
  await userEvent.click(field);
  await undo();
  expect(shown()).toEqual(["onea", "two"]);
  field.remove();
  await goToEnd(".ce-paragraph");
  await press("{Control>}/{/Control}");
  await until(() => document.activeElement!.matches(".ce-popover--opened input"));
  const search = document.activeElement as HTMLInputElement;
  await press("mov");
  await undo();
  expect([search.value, shown()]).toEqual(["", ["onea", "two"]]);
  await undo();
  expect(holder.querySelectorAll(".ce-popover--opened")).toHaveLength(0);
  expect(shown()).toEqual(["one", "two"]);
});

test("an image that is uploaded arrives in its step, also if other steps were undone before", async () => {
  const upload = Promise.withResolvers<object>();
  answerApi({ "POST images/": () => upload.promise });
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  paste("", "", new File(["x"], "a.png", { type: "image/png" }));
  await until(() => part(".image-tool--uploading") !== undefined);
  await goToEnd(".ce-paragraph", 1);
  await press("b");
  await undo();
  upload.resolve({ success: 1, file: { url: "/favicon.ico" } });
  await until(() => part(".image-tool img") !== undefined);
  await redo();
  expect((await stored()).map(({ type }) => type)).toEqual(["paragraph", "image", "paragraph"]);
  expect(shown().at(-1)).toBe("twob");
  await undo();
  await undo();
  expect(blocks()).toHaveLength(2);
  await redo();
  expect(await stored()).toMatchObject([{}, { type: "image", data: { file: { url: "/favicon.ico" } } }, {}]);
});

test("offered sections keep their prompts", async () => {
  const sections = [{ key: "why", heading: "Why", prompt: "Say why." }];
  const initial = await openArticle(ab, { sections, open: [{ key: "why" }] });
  const prompt = () => getComputedStyle(part(".ce-paragraph", 2), "::before").content;
  expect(prompt()).toBe('"Say why."');
  await goToEnd(".ce-paragraph", 2);
  expect(prompt()).toBe('"Say why."');
  await press("Because.");
  expect(await stored()).toHaveLength(4);
  await undo();
  expect([prompt(), await editor.save()]).toEqual(['"Say why."', initial]);
});
