// @module-tag long
import { expect, test } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { visitAsStaff } from "../support/staff.ts";

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
  await page.getByRole("dialog", { name: "Sites", exact: true }).getByRole("row").nth(1).waitFor();
});
