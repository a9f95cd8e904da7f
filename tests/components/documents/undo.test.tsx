import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openEditor, type OpenEditor } from "#web/features/documents/editor/open-editor.ts";
import type { Offer } from "#web/features/documents/editor/offered-sections.ts";
import { everyBlock } from "../../support/every-block.ts";
import { answerApi } from "../support/api.ts";
import { until } from "../support/clock.ts";

type Blocks = { type: string; data: object }[];

let holder: HTMLElement;
let editor: OpenEditor;
let reported: string[];
/** The time of events. Texts that are typed without a pause are one step. */
let now: number;

beforeEach(async () => {
  // On narrow screens, menus have no search.
  await page.viewport(1000, 800);
  holder = document.body.appendChild(document.createElement("div"));
  now = 0;
  vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => now);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await editor.close();
  holder.remove();
});

/** Returns the content. */
async function openArticle(blocks: Blocks, offer: Offer = { sections: [], open: [] }) {
  const initial = JSON.stringify({ blocks });
  reported = [];
  editor = await openEditor(holder, initial, offer, {
    onChange: (content) => reported.push(content),
    onMessage: () => {},
    onUploading: () => {},
    onMenuEntryFocused: () => {},
  });
  return initial;
}

const stored = async () => (JSON.parse(await editor.save()) as { blocks: Blocks }).blocks;
const paragraph = (text: string) => ({ type: "paragraph", data: { text } });
const blocks = () => [...holder.querySelectorAll<HTMLElement>(".ce-block")];
const shown = () => blocks().map((block) => block.innerText.trim());
const part = (selector: string, index = 0) => holder.querySelectorAll<HTMLElement>(selector)[index]!;
/** Editor.js listens to the keys of new blocks, and fills pasted blocks, in idle callbacks, after two seconds at the latest. */
async function settle() {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2500 }));
  await idle();
  await idle();
  await new Promise(requestAnimationFrame);
}

async function press(keys: string) {
  await userEvent.keyboard(keys);
  await settle();
}
const undo = () => press("{Control>}z{/Control}");
const redo = () => press("{Control>}{Shift>}z{/Shift}{/Control}");

async function goToEnd(selector: string, index = 0) {
  await userEvent.click(part(selector, index));
  await press("{Control>}{End}{/Control}");
}

async function goToStart(selector: string, index = 0) {
  await userEvent.click(part(selector, index));
  await press("{Control>}{Home}{/Control}");
}

function sendPaste(html: string, plain: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", plain);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement!.dispatchEvent(event);
}

async function paste(html: string, plain: string) {
  sendPaste(html, plain);
  await settle();
}

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
  const initial = await openArticle([paragraph("")]);
  await goToEnd(".ce-paragraph");
  await press("My own first sentence.");
  await paste("<p>pasted one</p><p>pasted two</p>", "pasted one\npasted two");
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

test("what follows a paste at once is a step of its own", async () => {
  await openArticle([paragraph("one")]);
  await goToEnd(".ce-paragraph");
  sendPaste("<p>a</p><p>b</p>", "a\nb");
  sendPaste("<p>c</p><p>d</p>", "c\nd");
  await press("!");
  expect(shown()).toEqual(["one", "a", "b", "c", "d!"]);
  await undo();
  expect(shown()).toEqual(["one", "a", "b", "c", "d"]);
  await undo();
  expect(shown()).toEqual(["one", "a", "b"]);
  await undo();
  expect(shown()).toEqual(["one"]);
});

const image = { type: "image", data: { file: { url: "/favicon.ico" }, caption: "", alt: "An icon" } };
const list = {
  type: "list",
  data: {
    style: "unordered",
    meta: {},
    items: [
      { content: "a", meta: {}, items: [] },
      { content: "b", meta: {}, items: [] },
    ],
  },
};
const table = {
  type: "table",
  data: {
    withHeadings: false,
    stretched: false,
    content: [
      ["a", "b"],
      ["c", "d"],
    ],
  },
};
const ab = [paragraph("one"), paragraph("two")];
const steps: [what: string, article: Blocks, act: () => Promise<unknown>][] = [
  [
    "typing",
    ab,
    async () => {
      await goToEnd(".ce-paragraph");
      await press(" more");
    },
  ],
  [
    "deleting",
    ab,
    async () => {
      await goToEnd(".ce-paragraph");
      await press("{Backspace}{Backspace}");
    },
  ],
  [
    "splitting a paragraph",
    ab,
    async () => {
      await goToEnd(".ce-paragraph");
      await press("{ArrowLeft}{Enter}");
    },
  ],
  [
    "merging two paragraphs",
    ab,
    async () => {
      await goToStart(".ce-paragraph", 1);
      await press("{Backspace}");
    },
  ],
  [
    "merging two paragraphs forwards",
    ab,
    async () => {
      await goToEnd(".ce-paragraph");
      await press("{Delete}");
    },
  ],
  [
    "deleting a block",
    ab,
    async () => {
      await goToEnd(".ce-paragraph");
      await choose("Delete", "Really delete?");
    },
  ],
  [
    "deleting all blocks",
    everyBlock.blocks,
    async () => {
      await goToEnd(".ce-paragraph");
      await press("{Control>}aaa{/Control}");
      await press("{Backspace}");
    },
  ],
  [
    "moving a block",
    ab,
    async () => {
      await goToEnd(".ce-paragraph", 1);
      await choose("Move up");
    },
  ],
  [
    "the level of a heading",
    [{ type: "header", data: { text: "Why", level: 2 } }],
    async () => {
      await goToEnd(".ce-header");
      await choose("Heading 4");
    },
  ],
  [
    "converting a block",
    ab,
    async () => {
      await goToEnd(".ce-paragraph");
      await choose("Convert to", "Quote");
    },
  ],
  [
    "a table's cell",
    [table],
    async () => {
      await goToEnd(".tc-cell", 3);
      await press("x");
    },
  ],
  [
    "an indented item",
    [list],
    async () => {
      await goToEnd(".cdx-list__item-content", 1);
      await press("{Tab}");
    },
  ],
  [
    "a new item",
    [list],
    async () => {
      await goToEnd(".cdx-list__item-content", 0);
      await press("{Enter}");
    },
  ],
  [
    "code",
    [{ type: "code", data: { code: "a" } }],
    async () => {
      await goToEnd(".ce-code__textarea");
      await press("{Tab}");
    },
  ],
  [
    "HTML",
    [{ type: "raw", data: { html: "a" } }],
    async () => {
      await goToEnd(".ce-rawtool__textarea");
      await press("b");
    },
  ],
  [
    "a caption",
    [image],
    async () => {
      await goToEnd(".image-tool__caption");
      await press("Caption");
    },
  ],
  [
    "an alternative text",
    [image],
    async () => {
      await goToEnd(".picture-alt input");
      await press("!");
    },
  ],
  [
    "a checkbox",
    [everyBlock.blocks[7]!],
    async () => {
      await userEvent.click(part(".cdx-list__checkbox"));
      await settle();
    },
  ],
];

test.each(steps)("%s is one step", { tags: "long" }, async (_, article, act) => {
  const initial = await openArticle(article);
  const before = shown();
  await act();
  const after = await stored();
  expect(after).not.toEqual(article);
  await undo();
  expect(await editor.save()).toBe(initial);
  await expect.poll(shown).toEqual(before);
  await redo();
  expect(await stored()).toEqual(after);
  await undo();
  expect(await editor.save()).toBe(initial);
  expect(reported.at(-1)).toBe(initial);
});

test("a table keeps its empty rows, and they are not stored", async () => {
  const initial = await openArticle([table]);
  await userEvent.click(part(".tc-add-row"));
  await settle();
  await goToEnd(".tc-cell", 0);
  await press("x");
  await undo();
  expect(holder.querySelectorAll(".tc-row")).toHaveLength(3);
  expect(await editor.save()).toBe(initial);
  await undo();
  expect(holder.querySelectorAll(".tc-row")).toHaveLength(2);
});

test("the caret returns to where it was before the step, and to its end", async () => {
  await openArticle([paragraph("one <b>two</b> three"), paragraph("other")]);
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

test("a change after undo drops what could be redone", async () => {
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  await press("a");
  await undo();
  await press("b");
  await redo();
  expect(shown()).toEqual(["oneb", "two"]);
  await undo();
  expect(shown()).toEqual(["one", "two"]);
});

test("100 steps can be undone", async () => {
  await openArticle([paragraph("")]);
  await goToEnd(".ce-paragraph");
  for (let step = 0; step < 120; step += 1) {
    now += 1000;
    await userEvent.keyboard("x");
  }
  await press(`{Control>}${"z".repeat(120)}{/Control}`);
  expect(shown()).toEqual(["x".repeat(20)]);
});

test("menus and phones undo and redo through input events", async () => {
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  await press("a");
  const send = async (inputType: string) => {
    const event = new InputEvent("beforeinput", { inputType, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
    await settle();
    return event.defaultPrevented;
  };
  expect(await send("historyUndo")).toBe(true);
  expect(shown()).toEqual(["one", "two"]);
  expect(await send("historyRedo")).toBe(true);
  expect(shown()).toEqual(["onea", "two"]);
});

test.each([
  ["Ctrl and Y", { key: "y", code: "KeyY", ctrlKey: true }],
  ["Cmd, Shift and Z", { key: "Z", code: "KeyZ", metaKey: true, shiftKey: true }],
  ["Cyrillic letters", { key: "н", code: "KeyY", ctrlKey: true }],
])("%s: redo", async (_, keys) => {
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  await press("a");
  await undo();
  document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { ...keys, bubbles: true, cancelable: true }));
  await settle();
  expect(shown()).toEqual(["onea", "two"]);
});

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
    const keys = { key: "z", code: "KeyZ", ctrlKey: true, isComposing: true, bubbles: true, cancelable: true };
    line.dispatchEvent(new KeyboardEvent("keydown", keys));
    await settle();
  }
  expect(shown()).toEqual(["oneか", "two"]);
  await undo();
  expect(shown()).toEqual(["one", "two"]);
});

test("undo in another field does not change the article", async () => {
  const field = document.body.appendChild(document.createElement("input"));
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  await press("a");
  await userEvent.click(field);
  await undo();
  expect(shown()).toEqual(["onea", "two"]);
  field.remove();
});

test("the search for a kind of block keeps its own undo, and an open menu closes", async () => {
  await openArticle(ab);
  await goToEnd(".ce-paragraph");
  await press("a");
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
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File(["x"], "a.png", { type: "image/png" }));
  document.activeElement!.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
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
  const prompt = () => part(".ce-paragraph", 2).dataset["placeholder"];
  expect(prompt()).toBe("Say why.");
  await goToEnd(".ce-paragraph", 2);
  await press("Because.");
  expect(await stored()).toHaveLength(4);
  await undo();
  expect([prompt(), await editor.save()]).toEqual(["Say why.", initial]);
});

/** Numbers below 1 that are the same in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}

test.each([1, 22, 77])(
  "random steps lead back to the start and to the end (seed %i)",
  { tags: "long" },
  async (seed) => {
    const numbers = randomNumbers(seed);
    const below = (end: number) => Math.floor(numbers.next().value * end);
    const acts = [
      () => press("abc"),
      () => press("{Backspace}{Backspace}"),
      () => press("{Enter}"),
      () => press("{Tab}"),
      () => press("{Control>}{Home}{/Control}{Backspace}"),
      () => press("{Delete}"),
      () => press("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Control>}b{/Control}"),
      () => press("{Control>}ax{/Control}"),
      () => paste("<h2>Why</h2><ul><li>a</li></ul><p>b</p>", "Why"),
      () => press("{Control>}aa{/Control}{Backspace}"),
    ];
    const initial = await openArticle([paragraph("one"), list, table, image, ...everyBlock.blocks.slice(10, 14)]);
    const begun = shown();
    for (let step = 0; step < 20; step += 1) {
      const fields = holder.querySelectorAll<HTMLElement>(".ce-block :is([contenteditable=true], textarea)");
      now += 1000;
      const field = fields[below(fields.length)]!;
      // Not a real click: a toolbar can lie above the field.
      for (const type of ["pointerdown", "mousedown"]) field.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      field.focus();
      await acts[below(acts.length)]!();
    }
    const ended = shown();
    const written = await stored();
    await press(`{Control>}${"z".repeat(100)}{/Control}`);
    expect(shown()).toEqual(begun);
    expect(await editor.save()).toBe(initial);
    await press(`{Control>}${"y".repeat(100)}{/Control}`);
    expect(shown()).toEqual(ended);
    expect(await stored()).toEqual(written);
  },
);
