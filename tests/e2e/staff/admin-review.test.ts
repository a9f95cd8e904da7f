// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { mailsTo } from "../support/mail.ts";
import { listSite, waitForText } from "../support/owners.ts";
import { createAccount, visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";
import { pressButton } from "../support/actions.ts";

const statusOf = async (page: Page, path: string) => (await page.request.get(path)).status();

test("a listing is approved, then refused with a reason, and its owner gets mails", { tags: "journey" }, async () => {
  const email = await createAccount();
  const owner = await visitSignedIn("/user", email);
  const site = await listSite(owner, { description: "Read more at www.elsewhere.example" });
  expect(await statusOf(owner, `/${site.slug}`)).toBe(404);

  const page = await visitAsStaff("/admin");
  await page.getByRole("link", { name: /^\d+ Listings to review$/ }).click();
  expect(await page.getByLabel("Show").inputValue()).toBe("pending");
  await pressButton(page, `Edit ${site.name}`);
  const form = page.getByRole("form", { name: `Edit ${site.name}` });
  await form.getByText("a URL in the name or description").waitFor();
  await form.getByLabel("Review").selectOption("Active");
  await pressButton(page, "Save");
  await waitForText(page, `“${site.name}” was saved.`);
  expect(await statusOf(owner, `/${site.slug}`)).toBe(200);
  expect((await mailsTo(email))[0]!.subject).toBe(`Your listing is live: ${site.name}`);

  // The listing is no longer pending, so the filtered list does not show it.
  await page.getByRole("button", { name: `Edit ${site.name}`, exact: true }).waitFor({ state: "detached" });
  await page.getByLabel("Show").selectOption("All");
  await pressButton(page, `Edit ${site.name}`);
  await page.getByLabel("Reason for refusal (emailed to owner)").fill("It only leads elsewhere.");
  await pressButton(page, "Save");
  await page
    .getByRole("row")
    .filter({ hasText: "It only leads elsewhere." })
    .getByText("Pending", { exact: true })
    .waitFor();
  expect((await mailsTo(email))[0]!.text).toContain("It only leads elsewhere.");
});
