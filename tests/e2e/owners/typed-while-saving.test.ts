// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { articleOf, callApi, listSite, waitForText } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { visitAsStaff } from "../support/staff.ts";
import { pressButton } from "../support/actions.ts";

/** Presses the button, runs `during` while its request is held back, and then lets the request through. */
async function whileSaving(page: Page, { method, button }: { method: string; button: string }, during: () => unknown) {
  const arrives = Promise.withResolvers<void>();
  const isSave = (one: { method(): string; url(): string }) =>
    one.method() === method && /\/api\/(sites|blogs)\//.test(one.url());
  await page.route("**/api/**", async (route) => {
    if (isSave(route.request())) await arrives.promise;
    await route.fallback();
  });
  await Promise.all([page.waitForRequest(isSave), pressButton(page, button)]);
  await during();
  arrives.resolve();
}

test("text that is typed while a row is being saved stays in the row, and the next press saves it", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto("/sites");
  await page.getByRole("button", { name: `Edit ${site.name}`, exact: true }).click();
  const name = page.getByLabel("Site name");
  await name.fill("First");
  await whileSaving(page, { method: "PUT", button: "Save" }, () => name.fill("First and second"));
  await waitForText(page, "Saved successfully!");
  expect(await callApi(page, "GET", `sites/${site.id}/`)).toMatchObject({ name: "First" });
  expect(await name.inputValue()).toBe("First and second");
  await pressButton(page, "Save");
  await page.getByRole("row", { name: /First and second/ }).waitFor();
  expect(await callApi(page, "GET", `sites/${site.id}/`)).toMatchObject({ name: "First and second" });
});

/** Opens the form of a new blog post and fills in title and text. */
async function writePost() {
  const title = `Typed while saving ${crypto.randomUUID().slice(0, 8)}`;
  const page = await visitAsStaff("/blogs/create");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.locator(".ce-paragraph").first().click();
  await page.keyboard.type("The beginning.");
  return { page, title, slug: title.toLowerCase().replaceAll(" ", "-") };
}

test("text that is typed while a new post is being saved is offered as a draft of the post, and stays during the next save", async () => {
  const { page, title, slug } = await writePost();
  const excerpt = page.getByLabel("Excerpt");
  await whileSaving(page, { method: "POST", button: "Create Blog" }, () => excerpt.fill("Second thoughts"));
  await page.waitForURL(`**/blogs/edit/${slug}`);
  await pressButton(page, "Continue with the draft");
  expect(await excerpt.inputValue()).toBe("Second thoughts");

  await whileSaving(page, { method: "PATCH", button: "Update Blog" }, () => excerpt.fill("Third thoughts"));
  await waitForText(page, "Saved, but without your latest changes. Save again to keep them.");
  expect(await callApi(page, "GET", `blogs/user/${slug}/`)).toMatchObject({ title, excerpt: "Second thoughts" });
  expect(await excerpt.inputValue()).toBe("Third thoughts");
  await pressButton(page, "Update Blog");
  await page.waitForURL(`**/blogs/${slug}`);
  expect(await callApi(page, "GET", `blogs/user/${slug}/`)).toMatchObject({ excerpt: "Third thoughts" });
});

test("a draft of an older form is offered, even if a field is missing or has another shape", async () => {
  const page = await visitSignedIn("/user");
  const { user } = await callApi<{ user: { id: number } }>(page, "GET", "user/");
  const key = `draft.${user.id}.new`;
  const keep = (draft: object) =>
    page.evaluate(
      ([at, text]) => localStorage.setItem(at!, text!),
      [key, JSON.stringify({ draft, changedAt: "2026-11-20T12:00:00.000Z" })],
    );
  await keep({ name: "Kept for long", link: "", category: "", alternatives: [], content: articleOf("Text") });
  await page.goto("/sites/create");
  await pressButton(page, "Continue with the draft");
  expect(await page.getByLabel("Site name").inputValue()).toBe("Kept for long");

  await keep({ name: "Kept for long", alternatives: { 0: "Slack" } });
  await page.goto("/user");
  await page.goto("/sites/create");
  expect(await page.getByLabel("Parts that cannot be restored").inputValue()).toContain('"0": "Slack"');
  await pressButton(page, "Continue with the draft");
  expect(await page.getByLabel("Site name").inputValue()).toBe("Kept for long");
});
