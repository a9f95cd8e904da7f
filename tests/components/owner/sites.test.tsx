import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { button, field, fill, press, pressInPage, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, failed, lost } from "../support/api.ts";
import { showPrivate } from "../support/show.tsx";
import { listOf, ownSite } from "../support/sites.ts";

const other: OwnerSiteSummary = { ...ownSite, id: 8, slug: "other", name: "Other" };

const showSites = (answers: Answers) =>
  showPrivate("sites", "/sites", { "GET sites/?*": listOf<OwnerSiteSummary>(ownSite, other), ...answers });

test("a site in the table that cannot be saved or deleted shows an error", async () => {
  await showSites({ "PUT sites/7/": failed, "DELETE sites/7/": failed });
  const table = page.getByRole("table", { name: "Your Sites" });
  await expect.element(table).toBeVisible();
  const columns = () => [...document.querySelectorAll("[aria-label='Your Sites'] thead th")];
  await expect
    .poll(() => columns().map(({ textContent }) => textContent))
    .toEqual(["Site Name", "Alternatives", "Status", "Actions"]);
  await press("Edit Mine");
  await expect.element(field("Site name")).toHaveFocus();
  await fill("Site name", "");
  await press("Save");
  await seeProblem("Site name", "Site name is required");
  await fill("Site name", "Mine");
  await press("Save");
  await seeAlert("Failed to update site. Please try again.");
  await press("Cancel");
  await press("Delete Mine");
  await press("Delete for good");
  await seeAlert("Failed to delete site. Please try again.");
});

test("text that is typed while a row is being saved stays in the row, and the next press saves it", async () => {
  const arrives = Promise.withResolvers<void>();
  let stored: OwnerSiteSummary = ownSite;
  await showSites({
    "GET sites/?*": () => listOf(stored),
    "PUT sites/7/": async (form: object) => {
      await arrives.promise;
      stored = { ...ownSite, ...form };
      return stored;
    },
  });
  await press("Edit Mine");
  await fill("Site name", "First");
  await press("Save");
  await fill("Site name", "First and second");
  arrives.resolve();
  await see("Saved successfully!");
  await expect.element(field("Site name")).toHaveValue("First and second");
  expect(stored.name).toBe("First");
  await press("Save");
  await expect.element(button("Edit First and second")).toHaveFocus();
  expect(stored.name).toBe("First and second");
});

test("a row that is being edited keeps its text if the list cannot be loaded again", async () => {
  let answer: object | Response = listOf<OwnerSiteSummary>(ownSite, other);
  await showSites({
    "GET sites/?*": () => answer,
    "DELETE sites/8/": () => {
      answer = failed();
      return {};
    },
  });
  await press("Edit Mine");
  await fill("Site name", "Half typed");
  await press("Delete Other");
  await pressInPage("Delete for good");
  await see("Other was deleted.");
  await see("Failed to load sites. Please try again later.");
  await expect.element(field("Site name")).toHaveValue("Half typed");
  answer = listOf(ownSite);
  await press("Try again");
  await expect.element(button("Delete Other")).not.toBeInTheDocument();
  await expect.element(field("Site name")).toHaveValue("Half typed");
});

test("a deletion whose response was lost is done, and a second press says so", async () => {
  let sites: OwnerSiteSummary[] = [ownSite];
  await showSites({
    "GET sites/?*": () => listOf(...sites),
    "DELETE sites/7/": () => {
      if (sites.length === 0) return new Response(null, { status: 404 });
      sites = [];
      return lost();
    },
  });
  await press("Delete Mine");
  await press("Delete for good");
  await see("Network error - please check your connection");
  await pressInPage("Delete for good");
  await see("Mine was deleted.");
  await see("You don't have any sites yet");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
});
