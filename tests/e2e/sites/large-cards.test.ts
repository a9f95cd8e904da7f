// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { MAX_LIST_IMAGE_BYTES } from "#schema/images/site-images.ts";
import { uploadImage } from "../support/images.ts";
import { listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { visit } from "../support/visit.ts";

async function listWithImages() {
  const page = await visitSignedIn("/user");
  const url = await uploadImage(page, "screenshot", 1600, 1000);
  const logo = await uploadImage(page, "logo", 256, 256);
  const site = await listSite(page, { logo, screenshots: [{ url, alt: "A board" }] });
  const plain = await listSite(page, { name: `${site.name} plain` });
  return { url, logo, name: site.name, plain };
}

/** The list of the sites whose name has these words. */
const listOf = (name: string) => `/?${new URLSearchParams({ q: name })}`;
const choose = (page: Page, view: string) =>
  page.getByRole("group", { name: "View" }).getByRole("radio", { name: view }).check();

test("only large cards load screenshots, all files of a list are small, and the choice is there before the scripts", async () => {
  const { url, logo, name, plain } = await listWithImages();
  const page = await visit("/contact");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const ofSite = () => loaded.filter((path) => [url, logo].some((file) => path.startsWith(file.replace(".webp", ""))));
  await page.goto(listOf(name));
  await page.waitForLoadState("networkidle");
  const inCards = ofSite();
  expect(inCards).toEqual([logo.replace(".webp", ".w96.webp")]);
  await choose(page, "Table");
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect(new Set(ofSite())).toEqual(new Set(inCards));

  const image = page.waitForResponse((response) => response.url().includes(url.replace(".webp", "")));
  await choose(page, "Large");
  expect(new URL((await image).url()).pathname).toMatch(/\.w(400|800)\.webp$/);
  expect((await (await image).body()).length).toBeLessThanOrEqual(MAX_LIST_IMAGE_BYTES);
  await page.locator(".site-grid").getByRole("img", { name: "A board" }).waitFor();
  const field = page.getByRole("article").filter({ hasText: plain.name }).locator(".card-screenshot .logo");
  await field.waitFor();

  await page.route("**/*.js", () => {});
  await page.goto(listOf(name), { waitUntil: "commit" });
  await page.locator(".site-grid").getByRole("img", { name: "A board" }).waitFor();
  expect(await page.locator("html").getAttribute("data-view")).toBe("large");
});
