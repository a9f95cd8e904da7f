// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { mailsTo } from "../support/mail.ts";
import { listSite, waitForText } from "../support/owners.ts";
import { createAccount, visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";
import { pressButton, waitUntilClosed } from "../support/actions.ts";
import { waitForFocus } from "../support/keyboard.ts";

const statusOf = async (page: Page, path: string) => (await page.request.get(path)).status();

test(
  "a pending listing is approved, then refused with a reason, and its owner gets both mails",
  { tags: "journey" },
  async () => {
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
  },
);

test("staff move through what waits by keys, and approve or refuse a listing there after a question", async () => {
  const email = await createAccount();
  const owner = await visitSignedIn("/user", email);
  const link = "Read more at www.elsewhere.example";
  const refused = await listSite(owner, { description: link });
  const site = await listSite(owner, { description: link });

  const page = await visitAsStaff("/admin");
  const row = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  // Other tests list sites, too, so these two may be anywhere in the list.
  const rows = page.locator(".pending-row");
  const show = async (name: string) => {
    if ((await row(name).getAttribute("aria-expanded")) === "false") await row(name).click();
    await row(name).focus();
  };
  const detail = (name: string) => page.getByRole("region", { name, exact: true });
  const question = (name: string) => page.getByRole("dialog", { name, exact: true });
  await row(site.name).waitFor();
  expect(await page.locator(".pending-row[aria-expanded=true]").count()).toBe(1);
  // Outside of the list, the keys do nothing.
  await page.keyboard.press("a");
  expect(await page.getByRole("dialog").count()).toBe(0);

  await show(site.name);
  await detail(site.name).getByText("a URL in the name or description").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  const next = rows.nth((await rows.allInnerTexts()).findIndex((text) => text.includes(site.name)) + 1);
  await row(site.name).focus();
  await page.keyboard.press("j");
  await waitForFocus(next);
  expect(await next.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("k");
  await waitForFocus(row(site.name));

  // The keys decide only on the record that is shown.
  await row(refused.name).focus();
  await page.keyboard.press("a");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await row(site.name).focus();

  // A decision can be taken back. Escape and Enter on the first button close the question.
  for (const key of ["Escape", "Enter"]) {
    await page.keyboard.press("a");
    await question("Approve this listing?").waitFor();
    await page.keyboard.press(key);
    await waitUntilClosed(question("Approve this listing?"));
    // The keys work when the focus is back.
    await waitForFocus(row(site.name));
  }
  expect(await statusOf(owner, `/${site.slug}`)).toBe(404);

  await page.keyboard.press("a");
  await pressButton(page, "Approve");
  await waitForText(page, `“${site.name}” was approved.`);
  expect(await statusOf(owner, `/${site.slug}`)).toBe(200);
  await page.waitForFunction(() => document.activeElement?.matches(".pending-row[aria-expanded=true]"));
  expect(await row(site.name).count()).toBe(0);

  // In the field, the keys are letters.
  await show(refused.name);
  await page.keyboard.press("r");
  await pressButton(page, "Refuse");
  await waitForText(page, "Please write a reason.");
  await page.keyboard.type("ajar");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Refuse");
  await waitForText(page, `“${refused.name}” was refused.`);
  await row(refused.name).getByText("Refused, the owner edits it").waitFor();
  await expect.poll(async () => (await mailsTo(email)).map(({ text }) => text).join("")).toContain("ajar");
  expect(await statusOf(owner, `/${refused.slug}`)).toBe(404);
});

test("a decision that is still being saved closes no other question and opens no other record", async () => {
  const owner = await visitSignedIn("/user");
  const link = "Read more at www.elsewhere.example";
  const [last, middle, first] = [
    await listSite(owner, { description: link }),
    await listSite(owner, { description: link }),
    await listSite(owner, { description: link }),
  ];
  const page = await visitAsStaff("/admin");
  const row = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  const saving = Promise.withResolvers<void>();
  await page.route(new RegExp(`/api/sites/site/${first.id}/`), async (route) => {
    await saving.promise;
    await route.continue();
  });
  // Other tests list sites, too, so another one may be open.
  if ((await row(first.name).getAttribute("aria-expanded")) === "false") await row(first.name).click();
  await row(first.name).focus();
  await page.keyboard.press("a");
  await pressButton(page, "Approve");
  await page.getByRole("button", { name: "Approving…" }).waitFor();
  await page.keyboard.press("Escape");
  await waitUntilClosed(page.getByRole("dialog"));
  await row(last.name).press("Enter");
  await page.keyboard.press("r");
  await page.keyboard.type("It only leads");
  saving.resolve();
  await page.getByText(`“${first.name}” was approved.`).waitFor({ state: "attached" });
  expect(await page.getByLabel("Reason for refusal").inputValue()).toBe("It only leads");
  await pressButton(page, "Refuse");
  await waitForText(page, `“${last.name}” was refused.`);
  expect(await statusOf(owner, `/${first.slug}`)).toBe(200);
  await row(middle.name).waitFor();
});

test("two products are merged, and the old URL redirects to the remaining product", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const [wrong, right] = [`Teams ${mark}`, `Microsoft Teams ${mark}`];
  const owner = await visitSignedIn("/user");
  const first = await listSite(owner, { alternatives: [{ name: wrong, link: "https://teams.example/" }] });
  await listSite(owner, { alternatives: [{ name: right, link: "https://microsoft.example/" }] });
  const page = await visitAsStaff("/admin?model=sites/product");
  await page.getByRole("dialog").getByRole("searchbox").fill(wrong);
  await pressButton(page, `Merge ${wrong} into…`);

  await pressButton(page, "Merge products");
  await waitForText(page, "Please choose the product to keep.");
  await page.getByLabel("Product to keep").fill(`Microsoft Teams ${mark.slice(0, 4)}`);
  await page.getByRole("option", { name: right }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitForText(page, `1 site becomes an alternative to ${right}.`);
  const [from, into] = [wrong, right].map((name) => `/alternatives/${name.toLowerCase().replaceAll(" ", "-")}`);
  await waitForText(page, `${from} will redirect to ${into}.`);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Merge products");
  await waitForText(page, `“${wrong}” was merged into “${right}”.`);
  await waitForText(page, "No results found.");

  const answer = await page.request.get(from!, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([301, into]);
  await page.goto(from!);
  await page.waitForURL(`**${into}`);
  await page.getByRole("link", { name: first.name }).first().waitFor();
});
