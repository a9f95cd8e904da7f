// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

const OWN_SITES = /\/api\/sites\/(\?.*)?$/;

const main = (page: Page) => page.getByRole("main");
const loading = (page: Page) => main(page).getByText("Loading…").first().waitFor();

test.each([
  ["/dashboard", "Dashboard", OWN_SITES, "You don't have any sites yet"],
  ["/sites", "Your Sites", OWN_SITES, "You don't have any sites yet"],
  ["/user", "Your account", /\/api\/sessions\//, "(this device)"],
])("on a slow network, %s shows its frame at once, and then its data", async (path, title, call, text) => {
  const page = await visitSignedIn("/about");
  const release = await holdRequests(page, call);
  await page.goto(path);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await loading(page);
  expect(await main(page).innerText()).not.toContain(text);
  release();
  await main(page).getByText(text).waitFor();
  await main(page).getByText("Loading…").waitFor({ state: "detached" });
});

test("a screen's data is requested while its scripts are loading", async () => {
  const page = await visitSignedIn("/about");
  const release = await holdRequests(page, /\/assets\/dashboard-page[^/]*\.js/);
  const asked = ["user/", "sites/", "payments/", "payments/ledger/"].map((call) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === `/api/${call}`),
  );
  await page.goto("/dashboard", { waitUntil: "commit" });
  await Promise.all(asked);
  await loading(page);
  expect(await page.getByRole("tab").count()).toBe(0);
  release();
  await page.getByText("You don't have any sites yet").waitFor();
});

test("a list stays visible while another part of it is loading", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto("/dashboard");
  const card = page.getByRole("link", { name: site.name, exact: true });
  await card.waitFor();
  const release = await holdRequests(page, OWN_SITES);
  await Promise.all([
    page.waitForRequest(OWN_SITES),
    page.getByRole("searchbox", { name: "Search your sites" }).fill("nothing like this"),
  ]);
  await page.locator(".progress:visible").waitFor();
  expect(await card.isVisible()).toBe(true);
  release();
  await page.getByText("No matching sites found").waitFor();
});

test("a search of the owner's sites requests nothing else", async () => {
  const page = await visitSignedIn("/user");
  await listSite(page);
  await page.goto("/dashboard");
  const field = page.getByRole("searchbox", { name: "Search your sites" });
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByRole("tab", { name: "My Sites" }).click();
  await field.waitFor();
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  await field.fill("nothing like this");
  await page.getByText("No matching sites found").waitFor();
  expect(calls).toEqual(["/api/sites/"]);
});

test("a row that is being edited keeps its text if the list cannot be loaded again", async () => {
  const page = await visitSignedIn("/user");
  const edited = await listSite(page);
  const deleted = await listSite(page);
  await page.goto("/sites");
  await page.getByRole("button", { name: `Edit ${edited.name}`, exact: true }).click();
  await page.getByLabel("Site name").fill("Half typed");
  await page.route(OWN_SITES, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await page.getByRole("button", { name: `Delete ${deleted.name}` }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText(`${deleted.name} was deleted.`).waitFor();
  await page.getByText("Failed to load sites. Please try again later.").waitFor();
  expect(await page.getByLabel("Site name").inputValue()).toBe("Half typed");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: `Delete ${deleted.name}` }).waitFor({ state: "detached" });
  expect(await page.getByLabel("Site name").inputValue()).toBe("Half typed");
});

test("the payment screen of an unknown listing shows no price, even if the response is slow", async () => {
  const page = await visitSignedIn("/about");
  const release = await holdRequests(page, "**/api/sites/999999/");
  const answered = page.waitForResponse("**/api/payments/intent/");
  await page.goto("/pay?siteId=999999");
  await answered;
  await loading(page);
  expect(await main(page).innerText()).not.toContain("€");
  release();
  await page.getByText("No site selected for upgrade.").waitFor();
  expect(await main(page).innerText()).not.toContain("€");
});

test("if the session ended elsewhere, the next search redirects to the login page", async () => {
  const page = await visitSignedIn("/user");
  await listSite(page);
  await page.goto("/dashboard");
  const field = page.getByRole("searchbox", { name: "Search your sites" });
  await field.waitFor();
  await page.context().clearCookies({ name: "session" });
  await field.fill("anything");
  await page.waitForURL("**/login?next=*");
});

const scrollDown = (page: Page) => page.evaluate(() => window.scrollTo({ top: 65, behavior: "instant" }));

test("a document opens at its top, even if the previous one was scrolled", async () => {
  const page = await visitSignedIn("/user");
  await page.setViewportSize({ width: 390, height: 400 });
  await page.getByText("(this device)").waitFor();
  await scrollDown(page);
  await page.goto("/dashboard");
  await page.getByText("You don't have any sites yet").waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("a document that is reloaded keeps its scroll position", async () => {
  const page = await visitSignedIn("/user");
  await page.setViewportSize({ width: 390, height: 400 });
  await page.getByText("(this device)").waitFor();
  await scrollDown(page);
  await page.reload();
  await page.getByText("(this device)").waitFor();
  await page.waitForFunction(() => window.scrollY === 65);
});
