import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { button, field as input, fill, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, failed, lost, refused } from "../support/api.ts";
import { showPrivate } from "../support/show.tsx";
import { appOf, closed, dialog, field, listOf, staff } from "./lists.ts";

const SYNONYMS = "GET get_model/search/synonym/";
const ADD = "POST search/synonym/";

const synonyms = listOf(
  "Synonym",
  [
    field("term", "People search for"),
    field("means", "Also find"),
    field("is_mutual", "In both directions", { kind: "boolean" }),
  ],
  [],
  { can_create: true, note: "Put a comma between two terms." },
);
const counts = [
  field("q", "Searched for", { is_editable: false }),
  field("asked", "Asked", { kind: "number", is_editable: false }),
  field("opened", "Opened", { kind: "number", is_editable: false }),
];
const searches = listOf(
  "Search",
  counts,
  [
    { id: "1", q: "Squadtalk", asked: 90, opened: 1 },
    { id: "2", q: "A plan for one more-day", asked: 4, opened: 0 },
  ],
  { can_delete: false, verbose_name_plural: "Searches" },
);
const productFields = [field("name", "Name")];
const teams = { id: 7, name: "Teams", slug: "teams", site_count: 1 };
const slack = { id: 8, name: "Slack", slug: "slack", site_count: 3 };

const showAdmin = (model: string, answers: Answers = {}) =>
  showPrivate(
    "admin",
    `/admin?model=${model}`,
    {
      "GET get_model/": [appOf(model, "Records")],
      [SYNONYMS]: synonyms,
      "GET get_model/search/search/": searches,
      "GET get_model/sites/product/": listOf("Product", productFields, [teams]),
      "GET get_model/sites/product/?q=s": listOf("Product", productFields, [slack, teams]),
      "GET get_model/sites/product/?q=x": listOf("Product", productFields, []),
      ...answers,
    },
    { user: staff },
  );

async function choose(label: string) {
  await fill(label, "s");
  await page.getByRole("option", { name: "Slack 3 sites" }).click();
}

test("staff add a synonym: errors appear at their fields, and nothing typed is lost", async () => {
  let answer: () => Response | object = () => refused("No", { term: "Too common.", means: "Please enter one." });
  await showAdmin("search/synonym", { [ADD]: () => answer() });
  await see("No synonyms yet.");
  await press("Add synonym");
  const form = dialog("Add synonym");
  await expect.element(form.getByText("Put a comma between two terms.")).toBeVisible();
  await expect.element(input("People search for")).toHaveFocus();
  await userEvent.keyboard("best app{Enter}");
  await seeProblem("People search for", "Too common.");
  await expect.element(input("Also find")).toHaveAccessibleDescription(expect.stringContaining("Please enter one."));
  await expect.element(input("People search for")).toHaveValue("best app");
  await fill("Also find", "chess");
  await expect.element(input("In both directions")).toHaveValue("false");
  answer = lost;
  await press("Add");
  await seeAlert("Network error - please check your connection");
  await expect.element(input("Also find")).toHaveValue("chess");
  answer = () => ({ id: 1, term: "best app", means: "chess", is_mutual: false });
  await press("Add");
  await see("The synonym “best app” was added.");
  await expect.element(button("Add synonym")).toHaveFocus();
  // The form is empty again, and closing it leaves no guard.
  await userEvent.keyboard("{Enter}");
  await expect.element(input("People search for")).toHaveValue("");
  await userEvent.keyboard("{Escape}");
  await closed("Add synonym");
});

test("a form with typed text asks before it closes, each time and however it is closed", async () => {
  await showAdmin("search/synonym");
  await press("Add synonym");
  const form = dialog("Add synonym");
  const ask = dialog("Close without saving?");
  const term = input("People search for");
  await fill("People search for", "chess");
  for (const closing of [
    () => userEvent.keyboard("{Escape}"),
    () => ask.getByRole("button", { name: "Cancel" }).click(),
  ]) {
    await userEvent.keyboard("{Escape}");
    await expect.element(ask).toBeVisible();
    await closing();
    await closed("Close without saving?");
    await expect.element(term).toHaveFocus();
  }
  // Also if Escape comes again before the browser has done anything else.
  await userEvent.keyboard("{Escape}");
  await expect.element(ask).toBeVisible();
  for (const one of [ask.element(), form.element()] as HTMLDialogElement[])
    if (one.dispatchEvent(new Event("cancel", { cancelable: true }))) one.close();
  await expect.element(ask.getByRole("button", { name: "Close", exact: true })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await closed("Close without saving?");
  // Also if the browser closes the form anyway, as it does when Escape is all that was pressed.
  form.element().dispatchEvent(new Event("cancel"));
  (form.element() as HTMLDialogElement).close();
  await expect.element(ask.getByRole("button", { name: "Close", exact: true })).toHaveFocus();
  await press("Close without saving");
  await closed("Add synonym");
  await expect.element(button("Add synonym")).toHaveFocus();
});

test("a synonym of a long search begins with its first words, also if its fields are loaded by a second try", async () => {
  let works = false;
  await showAdmin("search/search", { [SYNONYMS]: () => (works ? synonyms : failed()) });
  await press("Synonym… from A plan for one more-day");
  works = true;
  await press("Try again");
  await expect.element(input("Also find")).toHaveFocus();
  await expect.element(input("People search for")).toHaveValue("A plan for one");
});

test("a search becomes another name of a product", async () => {
  let answer: Response | object = refused("No", { name: ADMIN_MESSAGES.ownName });
  await showAdmin("search/search", { "POST products/8/names/": () => answer });
  await press("Product name… from Squadtalk");
  await expect.element(input("Name")).toHaveFocus();
  await expect.element(input("Name")).toHaveValue("Squadtalk");
  await userEvent.keyboard("{Enter}");
  await seeProblem("Product", "Please choose a product from the list.");
  await userEvent.keyboard("x");
  await see("No product found.");
  await choose("Product");
  await expect.element(input("Product")).toHaveValue("Slack");
  await press("Add name");
  await seeProblem("Name", ADMIN_MESSAGES.ownName);
  answer = {};
  await press("Add name");
  await see("“Squadtalk” is now another name of “Slack”.");
  await expect.element(button("Product name… from Squadtalk")).toHaveFocus();
});

test("a product is merged into another one, after the consequences are shown", async () => {
  await showAdmin("sites/product", { "POST products/7/merge/": {} });
  await expect
    .element(page.getByRole("link", { name: "Guide of Teams" }))
    .toHaveAttribute("href", "/alternatives/teams");
  await press("Merge… Teams");
  await press("Merge products");
  await see("Please choose the product to keep.");
  await fill("Product to keep", "s");
  await expect.element(page.getByRole("option", { name: "Slack 3 sites" })).toBeVisible();
  // Not itself.
  expect(page.getByRole("option").elements()).toHaveLength(1);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await see("1 site becomes an alternative to Slack.");
  await see("/alternatives/teams will redirect to /alternatives/slack.");
  await press("Merge products");
  await see("“Teams” was merged into “Slack”.");
});

test.each([390, 768, 1024, 1280])(
  "at %d px, no button covers the counts of a search, nor their headings",
  async (width) => {
    await page.viewport(width, 844);
    await showAdmin("search/search");
    await expect.element(button("Synonym… from Squadtalk")).toBeVisible();
    const boxes = [...document.querySelectorAll(".records :is(th, td)")]
      .map((cell) => cell.getBoundingClientRect())
      .filter((box) => box.width > 2 && box.height > 2);
    const overlaps = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    expect(boxes.filter((box) => boxes.some((other) => other !== box && overlaps(box, other)))).toEqual([]);
    const content = document.querySelector(".records-content")!;
    expect(content.scrollWidth).toBeLessThanOrEqual(content.clientWidth);
  },
);
