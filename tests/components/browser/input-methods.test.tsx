import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { hideComposingKeys } from "#web/browser/input-methods.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { show } from "../support/show.tsx";

const heard = vi.fn();

beforeAll(() => {
  hideComposingKeys();
  document.addEventListener("keydown", heard);
});
afterAll(() => document.removeEventListener("keydown", heard));

/** As browsers send it while a word is composed. Safari sends the last one afterwards. */
function press(init: KeyboardEventInit) {
  heard.mockClear();
  document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
}

test.each([
  ["Chrome and Firefox", { isComposing: true, keyCode: 229 }],
  ["Safari", { isComposing: false, keyCode: 229 }],
])("keys that confirm or choose a word choose no suggestion: %s", async (_, composing) => {
  const onChoose = vi.fn();
  const suggest = () => Promise.resolve([{ options: [{ id: 1, text: "Slack", note: "", isBest: true }] }]);
  await show(<Combobox id="search" aria-label="Search" suggest={suggest} onChoose={onChoose} />);
  const field = page.getByLabelText("Search");
  await field.fill("sla");
  await expect.element(page.getByRole("option")).toBeVisible();
  for (const key of ["Enter", "Escape", "Tab", "ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"]) {
    press({ key, ...composing });
    expect(heard, key).not.toHaveBeenCalled();
  }
  expect(onChoose).not.toHaveBeenCalled();
  await expect.element(page.getByRole("option")).toHaveAttribute("aria-selected", "false");
  await expect.element(page.getByRole("option")).toBeVisible();

  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledOnce();
});

test.each(["Unidentified", "Process", "a", "Backspace"])("while a word is composed, the page hears %s", (key) => {
  press({ key, isComposing: true, keyCode: 229 });
  expect(heard).toHaveBeenCalledOnce();
});
