// @module-tag long
import { expect, test } from "vitest";
import { writeArticle } from "../support/owners.ts";
import { visitAsStaff } from "../support/staff.ts";
import { visit } from "../support/visit.ts";

/** A PNG of one green pixel. */
const IMAGE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==",
  "base64",
);

test("staff write a post with an image, schedule, publish, change and delete it", { tags: "journey" }, async () => {
  const title = `How we test ${crypto.randomUUID().slice(0, 8)}`;
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const page = await visitAsStaff("/blogs/create");
  await page.getByRole("heading", { level: 1, name: "Create Blog" }).waitFor();

  await page.getByLabel("Title", { exact: true }).fill(title);
  await writeArticle(page, "The first paragraph announces it.");
  await page.getByLabel("Featured image").setInputFiles({ name: "green.png", mimeType: "image/png", buffer: IMAGE });
  await page.getByRole("img", { name: "Preview" }).waitFor();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator(".page-preview").getByText("The first paragraph announces it.").waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Publish later").check();
  const year = new Date().getFullYear() + 2;
  await page.getByLabel("Publication time").fill(`${year}-01-02T10:30`);
  await page.getByRole("button", { name: "Create Blog" }).click();
  await page.waitForURL("**/dashboard");

  // The post is scheduled: staff can see it, visitors cannot.
  const visitor = await visit("/");
  const statusFor = async () => (await visitor.request.get(`/blogs/${slug}`)).status();
  expect(await statusFor()).toBe(404);
  await page.goto(`/blogs/edit/${slug}`);
  await page.getByRole("link", { name: "View Blog" }).click();
  await page.waitForURL(`**/blogs/preview/${slug}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByRole("link", { name: "Edit" }).click();

  // The post is published.
  await page.waitForURL(`**/blogs/edit/${slug}`);
  expect(await page.getByLabel("Publication time").inputValue()).toBe(`${year}-01-02T10:30`);
  await page.getByLabel("Publish now").check();
  await page.locator(".ce-paragraph").first().waitFor();
  await page.getByRole("button", { name: "Update Blog" }).click();
  await page.waitForURL(`**/blogs/${slug}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();

  const reader = await visit(`/blogs/${slug}`, { javaScriptEnabled: false });
  await reader.getByText("The first paragraph announces it.").waitFor();
  const shown = reader.locator(".featured-image");
  expect(await shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);

  // The post is changed: the new title is shown at once, at the same URL.
  await page.goto(`/blogs/edit/${slug}`);
  await page.getByLabel("Title", { exact: true }).fill(`${title}, again`);
  await page.getByRole("button", { name: "Remove image" }).click();
  await page.locator(".ce-paragraph").first().waitFor();
  await page.getByRole("button", { name: "Update Blog" }).click();
  await page.waitForURL(`**/blogs/${slug}`);
  await page.getByRole("heading", { level: 1, name: `${title}, again`, exact: true }).waitFor();
  expect(await page.locator(".featured-image").count()).toBe(0);

  // The post is deleted after a confirmation.
  await page.goto(`/blogs/edit/${slug}`);
  await page.getByRole("button", { name: "Delete Blog" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL("**/dashboard");
  expect(await statusFor()).toBe(410);
});

test("on a phone, the editor's menu opens above the bottom bar", async () => {
  const page = await visitAsStaff("/about");
  await page.setViewportSize({ width: 390, height: 844 });
  // The menu slides in. Without motion, its first place is its last.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/blogs/create");
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await page.locator(".ce-paragraph").first().click();
  await page.locator(".ce-toolbar__plus").click();
  const menu = page.locator(".ce-popover--opened > .ce-popover__container");
  await menu.getByText("Heading").waitFor();
  const bar = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  const box = (await menu.boundingBox())!;
  expect(box.y).toBeGreaterThan(0);
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
});
