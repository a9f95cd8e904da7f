import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AdminValue } from "#schema/admin.ts";
import { button, field as input, press, see, seeProblem } from "../support/actions.ts";
import type { Answers } from "../support/api.ts";
import { showPrivate } from "../support/show.tsx";
import { appOf, dialog, field, listOf, staff } from "./lists.ts";

const fields = [field("name", "Name"), field("review_reason", "Waits because of"), field("refusal", "Refusal")];
const listing = (id: number, name: string) => ({
  id,
  name,
  review_reason: "a URL in the name or description",
  refusal: "" as AdminValue,
  updated_at: `2026-01-0${id}T10:00:00Z`,
});

/** Shows Gamma, Beta and Alpha, the newest first. A decision changes what the server then lists. */
function showPending(answers: Answers = {}) {
  let waiting = [listing(1, "Alpha"), listing(2, "Beta"), listing(3, "Gamma")];
  const decide = (id: number) => (values: { review?: string; refusal?: string }) => {
    const record = { ...waiting.find((one) => one.id === id)!, ...values };
    waiting = waiting.filter((one) => one.id !== id);
    if (values.refusal) waiting.push(record);
    return record;
  };
  return showPrivate(
    "admin",
    "/admin",
    {
      "GET get_model/": () => [
        appOf("sites/site", "Sites", 3, [{ filter: "pending", label: "Listings to review", count: waiting.length }]),
      ],
      "GET get_model/sites/site/?filter=pending": () =>
        listOf("Site", fields, waiting, { filters: [{ name: "pending", label: "Pending review" }] }),
      ...Object.fromEntries(
        [1, 2, 3].map((id) => [`PATCH sites/site/${id}/?seen=2026-01-0${id}T10%3A00%3A00Z`, decide(id)]),
      ),
      ...answers,
    },
    { user: staff },
  );
}

const row = (name: string) => page.getByRole("button", { name: new RegExp(`^${name} `) });
const isOpen = (name: string) => expect.element(row(name)).toHaveAttribute("aria-expanded", "true");
const closed = () => expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
const changesIn = (calls: string[]) => calls.filter((call) => call.startsWith("PATCH")).length;

test("staff move through what waits by keys, and approve or refuse a listing there after a question", async () => {
  await page.viewport(1280, 800);
  const { calls } = await showPending();
  await expect.element(page.getByRole("link", { name: "3 Listings to review" })).toBeVisible();
  await isOpen("Gamma");
  await see("a URL in the name or description");
  // Outside of the list, the keys do nothing.
  await userEvent.keyboard("a");
  await closed();
  await row("Gamma").click();
  await row("Gamma").click();
  await userEvent.keyboard("j");
  await expect.element(row("Beta")).toHaveFocus();
  await isOpen("Beta");

  // The keys decide only on the record that is shown.
  (row("Alpha").element() as HTMLElement).focus();
  await userEvent.keyboard("a");
  await closed();
  (row("Beta").element() as HTMLElement).focus();

  // Escape and Enter on the first button take the decision back.
  for (const key of ["{Escape}", "{Enter}"]) {
    await userEvent.keyboard("a");
    await expect.element(dialog("Approve this listing?")).toBeVisible();
    await userEvent.keyboard(key);
    await closed();
    await expect.element(row("Beta")).toHaveFocus();
  }
  expect(changesIn(calls)).toBe(0);

  await userEvent.keyboard("a");
  await press("Approve");
  await see("“Beta” was approved.");
  await isOpen("Alpha");
  await expect.element(row("Alpha")).toHaveFocus();
  expect(row("Beta").elements()).toEqual([]);

  // In the field, the keys are letters.
  await userEvent.keyboard("k");
  await expect.element(row("Gamma")).toHaveFocus();
  await userEvent.keyboard("r");
  await press("Refuse");
  await seeProblem("Reason for refusal (emailed to owner)", "Please write a reason.");
  await userEvent.keyboard("ajar");
  await press("Refuse");
  await see("“Gamma” was refused.");
  await see("Refused, the owner edits it");
});

test("a decision that is still being saved closes no other question and opens no other record", async () => {
  await page.viewport(1280, 800);
  const saving = Promise.withResolvers<object>();
  await showPending({ "PATCH sites/site/3/?seen=2026-01-03T10%3A00%3A00Z": () => saving.promise });
  await isOpen("Gamma");
  (row("Gamma").element() as HTMLElement).focus();
  await userEvent.keyboard("a");
  await press("Approve");
  await expect.element(button("Approving…")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await closed();
  await row("Alpha").click();
  await userEvent.keyboard("r");
  await input("Reason for refusal (emailed to owner)").fill("It only leads");
  saving.resolve(listing(3, "Gamma"));
  await see("“Gamma” was approved.");
  await expect.element(input("Reason for refusal (emailed to owner)")).toHaveValue("It only leads");
  await press("Refuse");
  await see("“Alpha” was refused.");
});
