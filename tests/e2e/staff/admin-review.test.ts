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
  const row = page.getByRole("button", { name: new RegExp(`^${site.name} Pending review`) });
  if ((await row.getAttribute("aria-expanded")) === "false") await row.click();
  await page.locator("mark", { hasText: "www.elsewhere.example" }).nth(1).waitFor();
  await pressButton(page, `Approve ${site.name}`);
  await waitForText(page, `“${site.name}” will be approved.`);
  expect(await statusOf(owner, `/${site.slug}`), "it can be undone").toBe(404);
  // Leaving the screen sends the decision.
  const approved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await approved;
  expect(await statusOf(owner, `/${site.slug}`)).toBe(200);
  expect((await mailsTo(email))[0]!.subject).toBe(`Your listing is live: ${site.name}`);

  await page.goto("/admin?model=sites/site");
  await pressButton(page, `Edit ${site.name}`);
  await page.getByLabel("Reason for refusal (emailed to owner)").fill("It only leads elsewhere.");
  await pressButton(page, "Save");
  await page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: site.name, exact: true }) })
    .getByText("Pending", { exact: true })
    .waitFor();
  expect((await mailsTo(email))[0]!.text).toContain("It only leads elsewhere.");
});
