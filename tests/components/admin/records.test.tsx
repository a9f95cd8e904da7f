import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { button, field as input, fill, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, failed, refused } from "../support/api.ts";
import { placeOf, showPrivate } from "../support/show.tsx";
import { appOf, closed, dialog, field, listOf, staff } from "./lists.ts";

const MODELS = "GET get_model/";
const SITES = "GET get_model/sites/site/";
const PATCH = "PATCH sites/site/1/";
const PLACE = "/admin?model=sites/site";

const fields = [
  field("name", "Name", { is_sortable: true }),
  field("link", "Link"),
  field("until", "Featured by staff until", { kind: "date" }),
  field("slug", "Slug", { is_editable: false }),
];
const zulip = { id: 1, name: "Zulip", link: "https://zulip.example/", until: "2026-01-02T10:00:00Z", slug: "zulip" };
const sites = (...records: (typeof zulip)[]) =>
  listOf("Site", fields, records, { filters: [{ name: "pending", label: "Pending review" }] });

const showAdmin = (answers: Answers = {}, at = PLACE) =>
  showPrivate(
    "admin",
    at,
    { [MODELS]: [appOf("sites/site", "Sites")], [SITES]: sites(zulip), ...answers },
    { user: staff },
  );

const reports = page.getByRole("link", { name: /^Reports/ });

test.each([
  [null, "Login Required", "Please sign in to open the admin."],
  [{ ...staff, is_staff: false }, "Admin", "Only staff can do this."],
])("%o gets neither records nor links to Stripe’s reports", async (user, title, text) => {
  await showPrivate("admin", PLACE, { [MODELS]: refused("No"), [SITES]: refused("No") }, { user });
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  await see(text);
  await expect.element(reports).not.toBeInTheDocument();
  if (user) return;
  await expect
    .element(page.getByRole("link", { name: "Sign In" }))
    .toHaveAttribute("href", "/login?next=%2Fadmin%3Fmodel%3Dsites%2Fsite");
});

test("staff get links to Stripe’s reports, and a session that has ended says so", async () => {
  let hasEnded = false;
  const ended = () => refused("Please sign in.", {}, 401);
  await showAdmin({ [SITES]: ended, "GET user/": () => (hasEnded ? ended() : { user: staff }) }, "/admin");
  await expect.element(reports).toHaveAttribute("href", "https://dashboard.stripe.com/reports/hub");
  hasEnded = true;
  await page.getByRole("link", { name: "Sites", exact: true }).click();
  await seeAlert("Authentication error. Please log in.");
});

test("lists that cannot be loaded say so and can be loaded again", async () => {
  let works = false;
  await showAdmin(
    {
      [MODELS]: () => (works ? [appOf("sites/site", "Sites")] : failed()),
      [SITES]: () => (works ? sites(zulip) : failed()),
    },
    "/admin",
  );
  await see("Could not fetch models.");
  works = true;
  await press("Try again");
  works = false;
  await page.getByRole("link", { name: "Sites", exact: true }).click();
  await see("Error fetching instances.");
  works = true;
  await press("Try again");
  await expect.element(page.getByRole("rowheader", { name: "Zulip" })).toBeVisible();
});

test("a model that does not exist has no list", async () => {
  await showAdmin({ [SITES]: refused(ADMIN_MESSAGES.unknownModel, {}, 404) });
  await see(ADMIN_MESSAGES.unknownModel);
});

test("records are sorted, filtered, searched and paged, and the address keeps that", async () => {
  await page.viewport(1280, 800);
  const { router } = await showAdmin({
    [SITES]: { ...sites(zulip), pages: 2 },
    [`${SITES}?page=2`]: { ...sites(zulip), page: 2, pages: 2 },
    [`${SITES}?sort=name`]: sites(zulip),
    [`${SITES}?sort=-name`]: sites(zulip),
    [`${SITES}?q=zu&sort=-name`]: sites(zulip),
    [`${SITES}?q=zu&filter=pending&sort=-name`]: sites(),
  });
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect.poll(() => placeOf(router)).toBe("/admin?model=sites%2Fsite&page=2");
  const head = page.getByRole("columnheader", { name: "Name" });
  for (const direction of ["ascending", "descending"]) {
    await head.getByRole("link").click();
    await expect.element(head).toHaveAttribute("aria-sort", direction);
  }
  await page.getByRole("dialog").getByRole("searchbox").fill("zu");
  await expect.poll(() => placeOf(router)).toBe("/admin?model=sites%2Fsite&q=zu&sort=-name");
  await page.getByRole("combobox", { name: "Show" }).selectOptions("Pending review");
  await see("No results found.");
  await see("0 records");
  expect(placeOf(router)).toBe("/admin?model=sites%2Fsite&q=zu&filter=pending&sort=-name");
});

test("a record is found, edited and deleted with the keyboard only", async () => {
  let saved = zulip;
  const { calls, router } = await showAdmin(
    {
      [SITES]: () => sites(saved),
      [PATCH]: (changes: object) => (saved = { ...saved, ...changes }),
      "DELETE sites/site/1/": () => new Response(null, { status: 204 }),
    },
    "/admin",
  );
  const link = page.getByRole("link", { name: "Sites", exact: true });
  await tabTo(link);
  await userEvent.keyboard("{Enter}");
  await tabTo(button("Edit Zulip"));
  await userEvent.keyboard("{Enter}");
  await expect.element(input("Name")).toHaveFocus();
  await userEvent.keyboard("{End} again{Enter}");
  await see("“Zulip again” was saved.");
  await expect.element(button("Edit Zulip again")).toHaveFocus();
  await tabTo(button("Delete Zulip again"));
  await userEvent.keyboard("{Enter}{Escape}");
  await closed("Delete this site?");
  await expect.element(button("Delete Zulip again")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await see("and everything that belongs to it will be deleted. You cannot undo this.");
  await tabTo(button("Delete for good"));
  await userEvent.keyboard("{Enter}");
  await see("“Zulip again” was deleted.");
  await userEvent.keyboard("{Escape}");
  await closed("Sites");
  await expect.element(link).toHaveFocus();
  expect(placeOf(router)).toBe("/admin");
  expect(calls.filter((call) => !call.startsWith("GET"))).toEqual([PATCH, "DELETE sites/site/1/"]);
});

async function tabTo(control: ReturnType<typeof button>) {
  await expect.element(control).toBeVisible();
  for (let steps = 0; steps < 30 && document.activeElement !== control.element(); steps++) await userEvent.tab();
  await expect.element(control).toHaveFocus();
}

test("a refused value stays with an error at its field, a failure shows an alert, and Escape closes the form and then the list", async () => {
  let answer = () => refused("No", { link: "Please enter a valid URL." });
  await showAdmin({ [PATCH]: () => answer(), "DELETE sites/site/1/": failed });
  await press("Edit Zulip");
  await fill("Link", "no address");
  await press("Save");
  await seeProblem("Link", "Please enter a valid URL.");
  answer = failed;
  await press("Save");
  await seeAlert("Error updating instance.");
  await expect.element(input("Link")).toHaveValue("no address");

  // With unsaved changes, leaving asks first.
  await dialog("Sites").getByRole("button", { name: "Close" }).click();
  await dialog("Leave without saving?").getByRole("button", { name: "Cancel" }).click();
  await closed("Leave without saving?");
  await expect.element(input("Link")).toHaveValue("no address");

  await input("Link").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Edit Zulip")).toHaveFocus();
  await press("Delete Zulip");
  await press("Delete for good");
  await seeAlert("Error deleting instance.");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("Sites")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await closed("Sites");
});

test("a field that staff may not change is text, an incomplete date is not sent, and no button deletes what staff may not delete", async () => {
  const { calls } = await showAdmin({ [SITES]: { ...sites(zulip), can_delete: false } });
  await expect.element(button("Edit Zulip")).toBeVisible();
  expect(button("Delete Zulip").elements()).toEqual([]);
  await press("Edit Zulip");
  const form = page.getByRole("form", { name: "Edit Zulip" });
  await expect.element(form.getByText("Slug")).toBeVisible();
  expect(form.getByLabelText("Slug").elements()).toEqual([]);
  const until = input("Featured by staff until");
  (until.element() as HTMLElement).focus();
  await userEvent.keyboard("{Backspace}");
  await press("Save");
  await expect.element(until).toHaveAttribute("aria-invalid", "true");
  await expect.element(until).toHaveFocus();
  expect(calls).not.toContain(PATCH);
});

test("a table has at most eight columns, and the other fields of a record are shown on request", async () => {
  const many = Array.from({ length: 10 }, (_, at) => field(`f${at}`, `Field ${at}`, { is_editable: false }));
  const record = { id: 1, ...Object.fromEntries(many.map(({ name }) => [name, `value of ${name}`])) };
  await showAdmin({ [SITES]: listOf("Site", many, [record]) });
  await expect.element(page.getByRole("columnheader", { name: "Field 7" })).toBeVisible();
  expect(page.getByRole("columnheader", { name: "Field 8" }).elements()).toEqual([]);
  expect(page.getByText("value of f8").elements()).toEqual([]);
  await press("Details of value of f0");
  await see("value of f8");
  await see("value of f9");
  await press("Details of value of f0");
  await expect.element(page.getByText("value of f8")).not.toBeInTheDocument();
});

test("the list opens at once, and stays until the next one has loaded", async () => {
  const [first, next] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  await showAdmin({ [SITES]: () => first.promise, [`${SITES}?q=zu`]: () => next.promise }, "/admin");
  await page.getByRole("link", { name: "Sites", exact: true }).click();
  await expect.element(dialog("Sites").getByText("Loading…")).toBeInTheDocument();
  first.resolve(sites(zulip));
  await expect.element(button("Edit Zulip")).toBeVisible();
  await page.getByRole("dialog").getByRole("searchbox").fill("zu");
  await expect.poll(() => document.querySelector(".records-box")?.ariaBusy).toBe("true");
  await expect.element(button("Edit Zulip")).toBeVisible();
  next.resolve(sites());
  await see("No results found.");
});

test("a form stays until the list shows the saved record, and another keeps its values if the list cannot be loaded", async () => {
  let saved = zulip;
  let answer: () => object | Promise<object> = () => sites(saved, { ...zulip, id: 2, name: "Huddle" });
  const list = answer;
  await showAdmin({ [SITES]: () => answer(), [PATCH]: (changes: object) => (saved = { ...saved, ...changes }) });
  await press("Edit Huddle");
  await fill("Link", "https://kept.example/");
  await press("Edit Zulip");
  const form = page.getByRole("form", { name: "Edit Zulip" });
  await form.getByLabelText("Name").fill("Zulip 2");
  const slow = Promise.withResolvers<void>();
  answer = () => slow.promise.then(list);
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(button("Saving…")).toBeVisible();
  slow.resolve();
  await see("“Zulip 2” was saved.");
  await press("Edit Zulip 2");
  await page.getByRole("form", { name: "Edit Zulip 2" }).getByLabelText("Name").fill("Zulip 3");
  answer = failed;
  await page.getByRole("form", { name: "Edit Zulip 2" }).getByRole("button", { name: "Save" }).click();
  await see("Error fetching instances.");
  await expect.element(input("Link")).toHaveValue("https://kept.example/");
  answer = list;
  await press("Try again");
  await expect.element(page.getByRole("rowheader", { name: "Zulip 3" })).toBeInTheDocument();
  await expect.element(input("Link")).toHaveValue("https://kept.example/");
});
