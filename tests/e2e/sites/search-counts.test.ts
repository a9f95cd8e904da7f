// @module-tag long
import { expect, test } from "vitest";
import { visitAsStaff } from "../support/staff.ts";
import { visit } from "../support/visit.ts";

test("staff see a search that found nothing", async () => {
  const page = await visit("/");
  // A word of letters only, which no other run has asked for.
  const q = `typewriter zq${Array.from(
    crypto.randomUUID().replaceAll("-", ""),
    (digit) => "ghjkmnpqrstvwxyz"[Number.parseInt(digit, 16)],
  )
    .join("")
    .slice(0, 10)}`;
  await page.locator("#search").fill(q);
  await page.keyboard.press("Enter");
  await page.getByText("No matching sites found").waitFor();
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Privacy" });
  await Promise.all([page.waitForRequest("**/api/beacon/"), link.click()]);
  const staff = await visitAsStaff("/admin");
  const counted = () =>
    staff.evaluate(async (asked) => {
      const response = await fetch(`/api/get_model/search/search/?${new URLSearchParams({ q: asked })}`);
      return ((await response.json()) as { results: object[] }).results;
    }, q);
  await expect.poll(counted).toMatchObject([{ q, asked: 1, empty: 1, opened: 0 }]);
});
