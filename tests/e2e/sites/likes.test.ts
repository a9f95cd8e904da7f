import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { listSite, waitForText } from "../support/owners.ts";
import { visit } from "../support/visit.ts";
import { visitSignedIn } from "../support/people.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^Like ${name}`) });

async function shows(page: Page, name: string, { liked, count }: { liked: boolean; count: number }) {
  await button(page, name)
    .and(page.locator(`[aria-pressed=${liked}]`))
    .filter({ hasText: `${count}` })
    .first()
    .waitFor();
}

test("a like is shown at once, counted, shown after a reload, and can be taken back", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/${site.slug}`);
  await button(page, site.name).click();
  await shows(page, site.name, { liked: true, count: 1 });
  await page.waitForLoadState("networkidle");
  await page.goto(`/${site.slug}?fresh`);
  await shows(page, site.name, { liked: true, count: 1 });
  await button(page, site.name).click();
  await shows(page, site.name, { liked: false, count: 0 });
});

test("after many presses, the like has the state of the last press", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/${site.slug}`);
  await page.getByRole("link", { name: "Dashboard" }).waitFor();
  for (let press = 0; press < 7; press++) await button(page, site.name).click();
  await shows(page, site.name, { liked: true, count: 1 });
  await page.waitForLoadState("networkidle");
  await page.goto(`/${site.slug}?fresh`);
  await shows(page, site.name, { liked: true, count: 1 });
});

test("a like that fails is undone and shows an error", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/${site.slug}`);
  await page.getByRole("link", { name: "Dashboard" }).waitFor();
  await page.route("**/like/", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await button(page, site.name).click();
  await page.getByRole("alert").filter({ hasText: "An error occurred while updating likes." }).waitFor();
  await shows(page, site.name, { liked: false, count: 0 });
});

test("a press takes back a like that the page did not know of", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.route("**/api/likes/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`/${site.slug}`);
  await button(page, site.name).click();
  await shows(page, site.name, { liked: true, count: 1 });
  await page.waitForLoadState("networkidle");
  await page.goto(`/${site.slug}?fresh`);
  await page.getByRole("link", { name: "Dashboard" }).waitFor();
  const unliked = page.waitForResponse("**/unlike/");
  await button(page, site.name).click();
  await unliked;
  await shows(page, site.name, { liked: false, count: 0 });
});

test("a press before the page knows the user counts", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  const said = Promise.withResolvers<void>();
  await page.route("**/api/check_auth/", async (route) => {
    await said.promise;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/check_auth/");
  await page.goto(`/${site.slug}`);
  await asked;
  await button(page, site.name).click();
  // The first press has no visible effect yet, so the second one must not undo it.
  await button(page, site.name).click();
  said.resolve();
  await shows(page, site.name, { liked: true, count: 1 });
  await page.waitForLoadState("networkidle");
  await shows(page, site.name, { liked: true, count: 1 });
});

test("if the page could not ask for the user, a press asks again", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  let isDown = true;
  await page.route("**/api/check_auth/", (route) =>
    isDown ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
  const refused = page.waitForResponse("**/api/check_auth/");
  await page.goto(`/${site.slug}`);
  await refused;
  await button(page, site.name).click();
  await page.getByRole("alert").filter({ hasText: "An error occurred while updating likes." }).waitFor();
  isDown = false;
  await button(page, site.name).click();
  await shows(page, site.name, { liked: true, count: 1 });
});

test("a visitor who likes a site sees a request to sign in for three seconds, and nothing is sent", async () => {
  const page = await visit("/");
  await page.clock.install();
  await page.reload();
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/like") && calls.push(request.url()));
  await page
    .getByRole("article")
    .getByRole("button", { name: /^Like / })
    .first()
    .click();
  await waitForText(page, "Please sign in before liking.");
  await page.clock.runFor(3000);
  await page.getByText("Please sign in before liking.").waitFor({ state: "detached" });
  expect(calls).toEqual([]);
});

test("one request loads the likes of all cards, and the layout does not move", async () => {
  const page = await visitSignedIn("/user");
  await page.goto("/");
  const name = (await page.getByRole("article").getByRole("heading", { level: 3 }).first().innerText()).trim();
  const like = button(page, name).first();
  await page.getByRole("link", { name: "Dashboard" }).waitFor();
  await Promise.all([page.waitForResponse("**/like/"), like.click()]);
  const asked: Route[] = [];
  await page.route("**/api/likes/**", (route) => void asked.push(route));
  await page.reload();
  await expect.poll(() => asked.length).toBe(1);
  const place = await like.boundingBox();
  await asked[0]!.continue();
  await like.and(page.locator("[aria-pressed=true]")).waitFor();
  expect(asked.length).toBe(1);
  expect(await like.boundingBox()).toEqual(place);
});
