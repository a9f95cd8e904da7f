// @module-tag long
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { waitForText } from "../support/owners.ts";
import { visitAsStaff, writePost } from "../support/staff.ts";
import { visitSignedIn } from "../support/people.ts";

test("staff see the numbers of users and sites by day, as charts and as a table", { tags: "journey" }, async () => {
  const page = await visitAsStaff("/user");
  const answer = page.waitForResponse("**/api/analytics/");
  await page.goto("/dashboard");
  const panel = page.getByRole("region", { name: "Analytics" });
  await panel.locator("svg").nth(3).waitFor();
  const analytics = await (await answer).json();
  expect(await panel.locator(".figure").allInnerTexts()).toEqual(
    [
      ["Total users", analytics.total_users],
      ["Featured sites", analytics.featured_sites],
      ["Basic sites", analytics.basic_sites],
      ["Total sites", analytics.total_sites],
    ].map(([label, total]) => expect.stringMatching(new RegExp(`^${label}\\n${total}\\nCounted since `))),
  );
  await panel.getByText("Numbers by day").click();
  expect(await panel.getByRole("row").last().getByRole("cell").allInnerTexts()).toEqual(
    [analytics.total_users, analytics.featured_sites, analytics.basic_sites, analytics.total_sites].map(String),
  );
});

test("analytics that cannot be loaded show an error, and the rest of the dashboard works", async () => {
  const page = await visitAsStaff("/user");
  await page.route("**/api/analytics/", (route) => route.abort());
  await page.goto("/dashboard");
  await waitForText(page, "Network error - please check your connection");
  await page.getByRole("tab", { name: "My Sites" }).waitFor();
  await page.unroute("**/api/analytics/");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.locator(".figure").first().waitFor();
});

test("staff see drafts and scheduled posts with their status, preview them, and delete them after a confirmation", async () => {
  const page = await visitAsStaff("/user");
  const year = new Date().getFullYear() + 2;
  const drafted = `Draft ${crypto.randomUUID().slice(0, 8)}`;
  const scheduled = `Scheduled ${crypto.randomUUID().slice(0, 8)}`;
  await writePost(page, { title: drafted, published_at: "" });
  await writePost(page, { title: scheduled, published_at: `${year}-01-02T10:00:00Z` });
  await page.goto("/dashboard");
  await page.getByRole("tab", { name: "Blog" }).click();
  const row = (title: string) => page.getByRole("row").filter({ hasText: title });
  await row(drafted).getByText("Draft", { exact: true }).waitFor();
  await row(scheduled).getByText(`Scheduled 2 January ${year}`).waitFor();
  await page.getByText("Published").first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await row(drafted)
    .getByRole("link", { name: `View ${drafted}` })
    .click();
  await page.getByRole("heading", { level: 1, name: drafted }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "Blog", selected: true }).waitFor();

  await page.route("**/api/blogs/draft-*/", (route) => route.fulfill({ status: 503, json: {} }));
  await row(drafted).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await waitForText(page, "Failed to delete blog.");
  await page.unroute("**/api/blogs/draft-*/");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await waitForText(page, `“${drafted}” was deleted.`);
  await row(drafted).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Add Blog" }).click();
  await page.waitForURL("**/blogs/create");
});

test("owners see neither the analytics nor the blog posts", async () => {
  const page = await visitSignedIn("/dashboard?tab=blog");
  await page.getByRole("tab", { name: "My Sites", selected: true }).waitFor();
  expect(await page.getByRole("region", { name: "Analytics" }).count()).toBe(0);
  expect(await page.getByRole("tab", { name: "Blog" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Add Blog" }).count()).toBe(0);
});
