// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { listSite, waitForText } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";

const RECORDS = "**/api/get_model/*/*/**";
const records = (page: Page) => page.getByRole("dialog", { name: "Sites", exact: true });

test("the data of the staff screens loads in parallel with their scripts", async () => {
  const page = await visitAsStaff("/about");
  const release = await holdRequests(page, /\/assets\/admin-page[^/]*\.js/);
  const asked = ["user/", "get_model/", "get_model/sites/site/"].map((call) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === `/api/${call}`),
  );
  await page.goto("/admin?model=sites/site", { waitUntil: "commit" });
  await Promise.all(asked);
  expect(await page.getByRole("dialog").count()).toBe(0);
  release();
  await records(page).getByRole("row").nth(1).waitFor();
});

test("on a slow network the dialog of records opens at once, and a list stays until the next one is loaded", async () => {
  const page = await visitAsStaff("/admin");
  const sites = page.getByRole("main").getByRole("link", { name: "Sites", exact: true });
  // Before, the screen itself has loaded the records that wait for a decision.
  await sites.waitFor();
  const release = await holdRequests(page, RECORDS);
  await sites.click();
  await records(page).getByText("Loading…").waitFor();
  expect(await records(page).getByText("No results found.").count()).toBe(0);
  release();
  await records(page).getByRole("row").nth(1).waitFor();

  const releaseNext = await holdRequests(page, RECORDS);
  await page.getByRole("dialog").getByRole("searchbox").fill("nothing is called so");
  await page.locator(".records-box[aria-busy=true]").waitFor();
  expect(await records(page).getByRole("row").count()).toBeGreaterThan(1);
  releaseNext();
  await waitForText(page, "No results found.");
});

test("a form stays until the list shows the saved record, and keeps its values if the list cannot be loaded", async () => {
  const owner = await visitSignedIn("/user");
  const mark = crypto.randomUUID().slice(0, 8);
  for (const name of [`${mark} first`, `${mark} second`]) await listSite(owner, { name });
  const page = await visitAsStaff(`/admin?model=sites/site&sort=name&q=${mark}`);
  const [first, second] = [0, 1].map((index) => page.getByRole("button", { name: /^Edit / }).nth(index));
  await second!.click();
  const kept = page.getByRole("form").getByLabel("Description");
  await kept.fill("Typed and not saved yet");
  await first!.click();
  const description = page.getByRole("form").first().getByLabel("Description");
  await description.fill("Saved on a slow network");
  const release = await holdRequests(page, RECORDS);
  await page.getByRole("form").first().getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Saving…" }).waitFor();
  release();
  await waitForText(page, "was saved.");
  await page.getByRole("row").filter({ hasText: "Saved on a slow network" }).waitFor();

  await first!.click();
  await description.fill("Saved again");
  await page.route(RECORDS, (route) => route.fulfill({ status: 503, json: { error: "No" } }));
  await page.getByRole("form").first().getByRole("button", { name: "Save" }).click();
  await waitForText(page, "Error fetching instances.");
  await page.getByRole("form").nth(1).waitFor({ state: "detached" });
  expect(await page.getByRole("form").getByLabel("Description").inputValue()).toBe("Typed and not saved yet");
  await page.unroute(RECORDS);
  // The screen behind the dialog may have failed, too.
  await records(page).getByRole("button", { name: "Try again" }).click();
  await page.getByRole("row").filter({ hasText: "Saved again" }).waitFor();
  expect(await page.getByRole("form").getByLabel("Description").inputValue()).toBe("Typed and not saved yet");
});
