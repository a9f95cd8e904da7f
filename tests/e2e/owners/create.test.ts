// @module-tag long
import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { waitForFocus } from "../support/keyboard.ts";
import { callApi, chooseBlock, waitForText, writeArticle } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { pressButton } from "../support/actions.ts";
import { waitForEffects } from "../support/visit.ts";

const IMAGE = path.join(import.meta.dirname, "../../../worker/commands/demo/media/federation.webp");

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const alternative = (page: Page, number: number) => page.getByRole("group", { name: `Product ${number}` });

async function fillDetails(page: Page, name: string) {
  await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
  await page.getByLabel("Site name").fill(name);
  await page.getByLabel("Category").selectOption("Productivity");
}

const newName = () => `Site ${crypto.randomUUID().slice(0, 8)}`;

test("on a slow phone, a site is listed with an image and three alternatives", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/user");
  await page.setViewportSize({ width: 390, height: 800 });
  // The editor's menu opens with an animation, and a press outside closes it.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await page.goto("/sites/create");

  const name = newName();
  await heading(page, "Listing, step 1 of 3 Details").waitFor();
  await fillDetails(page, name);
  await page.getByLabel("Description").fill("Plans a week");
  await page.getByText("12/100 characters").waitFor();

  // A suggestion that is chosen by keyboard fills both fields.
  await alternative(page, 1).getByLabel("Name").fill("slac");
  await page.getByRole("option", { name: /Slack/ }).waitFor();
  await waitForEffects(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await alternative(page, 1).getByLabel("Name").inputValue()).toBe("Slack");
  expect(await alternative(page, 1).getByLabel("URL").inputValue()).toBe("https://slack.com");
  expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
  for (const [number, product] of [
    [2, "Second Product"],
    [3, "Third Product"],
  ] as const) {
    await pressButton(page, "Add a product");
    await waitForFocus(alternative(page, number).getByLabel("Name"));
    await page.keyboard.type(product);
    await alternative(page, number).getByLabel("URL").fill(`https://product-${number}.example/`);
  }
  await page.getByRole("button", { name: "Move product 3 up" }).click();
  expect(await alternative(page, 2).getByLabel("Name").inputValue()).toBe("Third Product");
  await pressButton(page, "Continue");

  await heading(page, "Listing, step 2 of 3 Content").waitFor();
  await waitForFocus(heading(page, "Listing, step 2 of 3 Content"));
  await pressButton(page, "Continue");
  await waitForText(page, "Content is required");
  await writeArticle(page, "It plans a week in minutes.");
  await page.keyboard.press("Enter");
  await chooseBlock(page, "Image");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose an image" }).click(),
  ]);
  await chooser.setFiles(IMAGE);
  await page.locator(".image-tool--filled img").waitFor();
  await pressButton(page, "Continue");

  await heading(page, "Listing, step 3 of 3 Finish").waitFor();
  const article = page.locator(".article");
  await article.getByText("It plans a week in minutes.").waitFor();
  await article.locator("img").waitFor();
  await page.getByRole("region", { name: "Details" }).getByText("Third Product").waitFor();
  await page.getByRole("region", { name: "Instead of" }).getByText("Third Product").waitFor();
  await page.getByRole("link", { name: "Edit Details" }).click();
  expect(await page.getByLabel("Site name").inputValue()).toBe(name);
  await page.goBack();
  await heading(page, "Listing, step 3 of 3 Finish").waitFor();

  // Two presses list one site.
  await page.getByRole("button", { name: "List this site" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL(/\/pay\?siteId=\d+$/);
  const { results } = await callApi<{ results: { name: string; slug: string }[] }>(page, "GET", "sites/");
  expect(results.map((site) => site.name)).toEqual([name]);

  await page.goto(`/${results[0]!.slug}`);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.locator(".article").getByText("It plans a week in minutes.").waitFor();
  await page.locator(".article img").waitFor();
  const products = await page.getByRole("region", { name: "Instead of" }).getByRole("listitem").allInnerTexts();
  expect(products).toEqual(["Slack", "Third Product", "Second Product"]);
});
