// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Beacon, Searched } from "#schema/search/beacon.ts";
import { visitAsStaff } from "../support/staff.ts";
import { stopClock, visit, waitForEffects } from "../support/visit.ts";

/** Opens `path` with a clock that stands still. `reports` is what the page reports, in its order. */
async function begin(path: string, before = () => {}): Promise<{ page: Page; reports: Searched[] }> {
  // The first page has no search: what it reported would not be reported again.
  const page = await visit("/about?tab=privacy");
  await page.clock.install();
  await page.addInitScript(before);
  await page.goto(path);
  const reports: Searched[] = [];
  page.on("request", (request) => {
    const { searched } = (request.url().endsWith("/api/beacon/") ? request.postDataJSON() : {}) as Beacon;
    if (searched) reports.push(searched);
  });
  await stopClock(page);
  return { page, reports };
}

const field = (page: Page) => page.locator("#search");
const shows = (page: Page, q: string) => page.locator(".result-count").getByText(`for “${q}”`).waitFor();

/** Types the letters, and waits for the results of each text. */
async function typeSlowly(page: Page, text: string): Promise<void> {
  let q = "";
  for (const letter of text) {
    q += letter;
    await field(page).press(letter);
    await page.clock.runFor(200);
    await shows(page, q);
  }
}

/** Tells the page that another tab covers it. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "hidden");
  });

/** Looks at the results for two seconds. The script that reports is loaded with the first search, so it may come late. */
async function look(page: Page, reports: Searched[]): Promise<void> {
  const before = reports.length;
  await expect
    .poll(async () => {
      await page.clock.runFor(2000);
      await hide(page);
      return reports.length;
    })
    .toBe(before + 1);
}

/** Leaves the page, so that it reports. */
async function leave(page: Page): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await page.getByRole("heading", { level: 2, name: "Privacy Policy" }).waitFor();
}

test("only the last text of a search that is typed is reported, with an opened result, and once a visit", async () => {
  const { page, reports } = await begin("/");
  const [script] = await Promise.all([page.waitForResponse("**/report-search-*.js"), typeSlowly(page, "chat")]);
  await look(page, reports);
  expect(reports).toEqual([{ q: "chat", found: expect.any(Number), asked: true, opened: false }]);
  expect(reports[0]!.found).toBeGreaterThan(0);

  await field(page).fill("");
  await typeSlowly(page, "slack");
  await waitForEffects(page);
  await page.evaluate(`import("${script.url()}").then(() => null)`);
  await page.locator(".card-link").first().press("Enter");
  await expect.poll(() => reports.slice(1)).toMatchObject([{ q: "slack", asked: true, opened: true }]);

  await page.goBack();
  await shows(page, "slack");
  await page.clock.runFor(2000);
  await page.locator(".best-answer").press("Enter");
  await page.getByRole("heading", { level: 1, name: /alternatives to Slack/ }).waitFor();
  await page.goBack();
  await shows(page, "slack");
  await field(page).fill("matermost");
  await field(page).press("Enter");
  // The results are those of another spelling.
  await page.getByText("Nothing found for “matermost”.").waitFor();
  await leave(page);
  await expect.poll(() => reports.slice(2)).toEqual([{ q: "matermost", found: 0, asked: true, opened: false }]);
});

test("a search that is left within two seconds is not reported, and a longer look is", async () => {
  const { page, reports } = await begin("/?q=chat");
  await look(page, reports);
  await field(page).fill("");
  await typeSlowly(page, "video");
  await page.clock.runFor(1700);
  await leave(page);
  await page.getByRole("banner").getByRole("link").first().click();
  await typeSlowly(page, "calls");
  await look(page, reports);
  expect(reports.map(({ q }) => q)).toEqual(["chat", "calls"]);
});

test("searches in a category or in the alternatives to a product are not reported", async () => {
  const { page, reports } = await begin("/categories/communication?q=chat");
  const submit = async (q: string) => {
    await field(page).fill(q);
    await field(page).press("Enter");
    await shows(page, q);
    await page.clock.runFor(2000);
    await leave(page);
  };
  await submit("video");
  await page.goto("/?category=communication");
  await submit("calls");
  await page.goto("/alternatives/slack?q=chat");
  await submit("mattermost");
  await page.goto("/?q=notes");
  await look(page, reports);
  expect(reports.map(({ q }) => q)).toEqual(["notes"]);
});

test("a search is reported when its tab is hidden, and a result that is opened later is added", async () => {
  const { page, reports } = await begin("/");
  const result = page.locator("#results .card-link").first();
  const search = async (q: string) => {
    await field(page).fill(q);
    await field(page).press("Enter");
    await shows(page, q);
    await look(page, reports);
  };
  await search("chat");
  // A menu opens nothing.
  await result.click({ button: "right" });
  await hide(page);
  await search("video");
  const [tab] = await Promise.all([page.context().waitForEvent("page"), result.click({ button: "middle" })]);
  await tab.close();
  await leave(page);
  await expect
    .poll(() => reports)
    .toMatchObject([
      { q: "chat", asked: true, opened: false },
      { q: "video", asked: true, opened: false },
      { q: "video", asked: false, opened: true },
    ]);
});

test("a search that is loaded again is not counted again, but a result that is opened then is", async () => {
  const { page, reports } = await begin("/?q=chat");
  await look(page, reports);
  const [script] = await Promise.all([page.waitForResponse("**/report-search-*.js"), page.reload()]);
  // The script that reports runs before this promise is resolved.
  await page.evaluate(`import("${script.url()}").then(() => null)`);
  await page.locator("#results .card-link").first().press("Enter");
  await expect.poll(() => reports.slice(1)).toMatchObject([{ q: "chat", asked: false, opened: true }]);
});

test("a browser that stores nothing reports a search once a page", async () => {
  const { page, reports } = await begin("/?q=chat", () =>
    Object.defineProperty(window, "sessionStorage", {
      get() {
        throw new DOMException("Forbidden.", "SecurityError");
      },
    }),
  );
  await look(page, reports);
  await page.clock.runFor(2000);
  await hide(page);
  await leave(page);
  expect(reports).toHaveLength(1);
});

test("staff see a search that found nothing", async () => {
  const page = await visit("/");
  // A word of letters only, which no other run has asked for.
  const q = `typewriter zq${Array.from(
    crypto.randomUUID().replaceAll("-", ""),
    (digit) => "ghjkmnpqrstvwxyz"[Number.parseInt(digit, 16)],
  )
    .join("")
    .slice(0, 10)}`;
  await field(page).fill(q);
  await field(page).press("Enter");
  await page.getByText("No matching sites found").waitFor();
  await Promise.all([page.waitForRequest("**/api/beacon/"), leave(page)]);
  const staff = await visitAsStaff("/admin");
  const counted = () =>
    staff.evaluate(async (asked) => {
      const response = await fetch(`/api/get_model/search/search/?${new URLSearchParams({ q: asked })}`);
      return ((await response.json()) as { results: object[] }).results;
    }, q);
  await expect.poll(counted).toMatchObject([{ q, asked: 1, empty: 1, opened: 0 }]);
});
