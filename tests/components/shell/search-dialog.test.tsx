import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Header } from "#web/shell/header.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { see } from "../support/actions.ts";
import { answerApi } from "../support/api.ts";
import { placeOf, showScreen } from "../support/show.tsx";

const NONE = { products: [], sites: [], categories: [], articles: [] };
const FOUND = { ...NONE, products: [{ name: "Slack", slug: "slack", count: 3 }] };
const dialog = page.getByRole("dialog", { name: "Search" });
const input = page.getByLabelText("Search products, sites and categories");
const link = page.getByRole("link", { name: "Search", exact: true });
const isClosed = () => expect.element(page.getByRole("dialog")).not.toBeInTheDocument();

const showHeader = () =>
  showScreen({
    path: "/about",
    element: (
      <>
        <Header />
        <button type="button">Before</button>
        <input aria-label="Message" />
      </>
    ),
  });

test("the link, / and Ctrl-K open the search, Escape closes it, and the focus returns", async () => {
  const router = await showHeader();
  const before = page.getByRole("button", { name: "Before" });
  for (const key of ["/", "{Control>}k{/Control}", "{Meta>}k{/Meta}", "{Control>}K{/Control}"]) {
    (before.element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.element(input).toHaveFocus();
    await expect.element(input).toHaveValue("");
    await userEvent.keyboard("{Escape}");
    await isClosed();
    await expect.element(before).toHaveFocus();
  }
  await link.click();
  await expect.element(input).toHaveFocus();
  await dialog.getByRole("button", { name: "Close" }).click();
  await isClosed();
  await expect.element(link).toHaveFocus();
  expect(placeOf(router)).toBe("/about");
});

test("a letter in a field opens no search", async () => {
  await showHeader();
  await page.getByLabelText("Message").click();
  await userEvent.keyboard("and/or");
  await expect.element(page.getByLabelText("Message")).toHaveValue("and/or");
  await isClosed();
});

test.each([".article-editor", "dialog"])("in a %s, Ctrl-K opens no search", async (place) => {
  const inner = <button type="button">Inner</button>;
  await showScreen({
    path: "/about",
    element: (
      <>
        <Header />
        {place === "dialog" ? (
          <Dialog title="Other" onClose={() => {}}>
            {inner}
          </Dialog>
        ) : (
          <div className="article-editor">{inner}</div>
        )}
      </>
    ),
  });
  const inside = page.getByRole("button", { name: "Inner" });
  (inside.element() as HTMLElement).focus();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(inside).toHaveFocus();
  expect(dialog.elements()).toEqual([]);
});

async function search(words: string, found: object) {
  answerApi({ [`GET suggestions/?q=${words}`]: found, [`GET suggestions/?q=${words}c`]: found });
  const router = await showHeader();
  await userEvent.keyboard("/");
  await input.fill(words);
  return router;
}
const slack = page.getByRole("option", { name: /^Slack/ });

test("arrow keys choose a suggestion, Enter opens it, and the first Escape closes only the list", async () => {
  const router = await search("sla", FOUND);
  await expect.element(slack).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(slack).not.toBeInTheDocument();
  await expect.element(input).toHaveValue("sla");
  await userEvent.keyboard("c");
  await expect.element(slack).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(input).toHaveAttribute("aria-activedescendant", slack.element().id);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => placeOf(router)).toBe("/alternatives/slack");
});

test("Enter without a choice asks for the page that answers", async () => {
  const router = await search("wikipedia", FOUND);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => placeOf(router)).toBe("/search?q=wikipedia");
});

test("Enter opens the page whose name was typed", async () => {
  const router = await search("slack", FOUND);
  await see("1 suggestion. Enter opens Slack. Use the arrow keys for others.");
  await expect.element(slack).toHaveAttribute("data-combobox-option-default", "true");
  expect(slack.element().querySelector("mark")?.textContent).toBe("Slack");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => placeOf(router)).toBe("/alternatives/slack");
});

test("the last option searches for the words, and is no suggestion", async () => {
  const router = await search("zzz", NONE);
  await see("0 suggestions, use the arrow keys");
  await expect.element(page.getByRole("option", { name: "Search for “zzz”" })).toBeVisible();
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.poll(() => placeOf(router)).toBe("/?q=zzz");
});

test("on a phone, the search fills the screen", async () => {
  await page.viewport(390, 844);
  await showHeader();
  await userEvent.keyboard("/");
  await expect.element(input).toHaveFocus();
  const { x, y, height } = dialog.element().getBoundingClientRect();
  expect({ x, y, height }).toEqual({ x: 0, y: 0, height: 844 });
});
