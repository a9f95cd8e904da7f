import { expect, test } from "vitest";
import { focused } from "./support/keyboard.ts";
import { visit } from "./support/visit.ts";

test("a popular product opens a modal of its alternatives, closed by Escape, outside or its button", async () => {
  const page = await visit("/");
  const product = page.locator("#popular").getByRole("link", { name: "Slack", exact: true });
  const dialog = page.getByRole("dialog", { name: "Alternatives to Slack" });
  const closings = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole("button", { name: "Close" }).click(),
  ];
  for (const close of closings) {
    await product.click();
    await dialog.getByRole("link", { name: "Mattermost" }).waitFor();
    await close();
    await dialog.waitFor({ state: "detached" });
    await focused(product);
  }
  await product.click();
  await dialog.getByRole("link", { name: "Mattermost" }).click();
  await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
});

test("the list follows what is typed, and the field keeps focus and text", async () => {
  const page = await visit("/?page=2");
  const field = page.locator("#search");
  await field.pressSequentially("wikipedai");
  await page.getByText("No matching sites found").waitFor();
  await page.waitForURL((url) => url.searchParams.get("q") === "wikipedai" && !url.searchParams.has("page"));
  await focused(field);
  expect(await field.inputValue()).toBe("wikipedai");
});

test("suggestions are chosen by keyboard and lead to the product's alternatives", async () => {
  const page = await visit("/");
  await page.locator("#search").pressSequentially("sla");
  await page.getByRole("option", { name: /Slack/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]q=Slack/);
  await page.getByRole("link", { name: /alternatives to Slack/ }).click();
  await page.getByRole("heading", { level: 1, name: /alternatives to Slack/ }).waitFor();
});

test("choosing a category or an order goes back to the first page, and the address says what is shown", async () => {
  const page = await visit("/?page=2");
  await page.getByLabel("Category").selectOption("communication");
  await page.waitForURL((url) => url.searchParams.get("category") === "communication" && !url.searchParams.has("page"));
  await page.getByLabel("Sort by").selectOption("oldest");
  await page.waitForURL(/sort=oldest/);
  await page.reload();
  expect(await page.getByLabel("Category").inputValue()).toBe("communication");
  expect(await page.getByLabel("Sort by").inputValue()).toBe("oldest");
});

test("a page that cannot be loaded says so and can be tried again", async () => {
  const page = await visit("/", { serviceWorkers: "block" });
  await page.route("**/api/pages/**", (route) => route.fulfill({ status: 503, json: { error: "Not available" } }));
  await page.getByRole("main").getByRole("link", { name: "Penpot", exact: true }).click();
  await page.getByText("Failed to load content. Please try again later.").waitFor();
  await page.unroute("**/api/pages/**");
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Penpot" }).waitFor();
});
