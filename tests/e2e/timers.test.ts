// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { listSite } from "./support/owners.ts";
import { CARDS, fillBuyer, typeCard } from "./support/payments.ts";
import { visitSignedIn } from "./support/people.ts";
import { visitAsStaff } from "./support/staff.ts";
import { pressButton } from "./support/actions.ts";
import { stopClock, visit, waitForEffects } from "./support/visit.ts";

const pathOf = (page: Page) => new URL(page.url()).pathname;

/**
 * Runs `start`, stops the clock after the call is sent, and then answers the call with `answer` as JSON. So every later
 * timer starts at a known time.
 */
async function answerInStoppedTime(page: Page, call: string, answer: object, start: () => Promise<unknown>) {
  const clockStopped = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    await clockStopped.promise;
    return route.fulfill({ json: answer });
  });
  const sent = page.waitForRequest(call);
  await start();
  await sent;
  await stopClock(page);
  clockStopped.resolve();
}

async function expectToLeave(page: Page, ms: number, to: string) {
  const from = pathOf(page);
  await waitForEffects(page);
  await page.clock.runFor(ms - 1);
  expect(pathOf(page)).toBe(from);
  await page.clock.runFor(1);
  await page.waitForURL((url) => url.pathname === to);
}

test("after a payment, the dashboard opens after three seconds", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/pay?siteId=${site.id}`);
  await fillBuyer(page);
  await typeCard(page, CARDS.good);
  await page.clock.install();
  await answerInStoppedTime(page, "**/api/payments/subscribe/", { status: "active" }, () =>
    pressButton(page, "Subscribe for €10.00"),
  );
  await page.getByText("Subscription successful! Redirecting...").waitFor();
  await expectToLeave(page, 3000, "/dashboard");
});

test("after a site is saved, the dashboard opens after two seconds", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/site/edit/${site.id}`);
  await page.getByLabel("Description").fill("A new description");
  await page.clock.install();
  await answerInStoppedTime(page, `**/api/sites/${site.id}/`, { ...site, updated_at: new Date() }, () =>
    pressButton(page, "Save Changes"),
  );
  await page.getByText("Saved successfully!").waitFor();
  await expectToLeave(page, 2000, "/dashboard");
});

test("after a blog post is created, the dashboard opens after half a second, and the message stays for five seconds", async () => {
  const page = await visitAsStaff("/blogs/create");
  await page.getByLabel("Title", { exact: true }).fill("An article");
  await page.locator(".ce-paragraph").first().click();
  await page.keyboard.type("The first paragraph.");
  await page.clock.install();
  await answerInStoppedTime(page, "**/api/blogs/user/", { slug: "an-article" }, async () => {
    await pressButton(page, "Create Blog");
    await page.getByRole("button", { name: "Creating..." }).waitFor();
  });
  const message = page.getByText("Blog created successfully!");
  await message.waitFor();
  await expectToLeave(page, 500, "/dashboard");
  await page.clock.runFor(4499);
  expect(await message.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await message.waitFor({ state: "detached" });
});

test("a log-out that fails shows an error for three seconds", async () => {
  const page = await visitSignedIn("/user");
  await page.clock.install();
  await page.route("**/api/logout/", (route) => route.fulfill({ status: 503, body: "" }));
  await stopClock(page);
  await pressButton(page, "Log Out");
  const message = page.getByRole("alert").filter({ hasText: "Error logging out." });
  await message.waitFor();
  await page.clock.runFor(2999);
  expect(await message.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await message.waitFor({ state: "detached" });
});

test("suggestions are requested 200 milliseconds after the last key", async () => {
  const page = await visit("/");
  await page.clock.install();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/suggestions/") && asked.push(request.url()));
  await stopClock(page);
  await page.locator("#search").pressSequentially("sl");
  await page.clock.runFor(199);
  await page.locator("#search").pressSequentially("a");
  await page.clock.runFor(199);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await page.getByRole("option", { name: /Slack/ }).waitFor();
  expect(asked).toHaveLength(1);
});

test("a change in the editor is saved as a draft after 300 milliseconds", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/site/edit/${site.id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await page.clock.install();
  await stopClock(page);
  await page.locator(".ce-paragraph").first().click();
  await page.keyboard.type("x");
  const isKept = page.getByText("Your draft is saved on this device.");
  await page.clock.runFor(299);
  expect(await isKept.count()).toBe(0);
  await page.clock.runFor(1);
  await isKept.waitFor();
});
