import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PRIVATE_SCREENS } from "#web/private-screens.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { listSite, type ListedSite } from "./support/owners.ts";
import { newEmail, visitSignedIn } from "./support/people.ts";
import { STAFF } from "./support/fill.ts";
import { visit } from "./support/visit.ts";

const WINDOWS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
type Window = keyof typeof WINDOWS;

const pending = (page: Page) => page.locator(".screen-pending");
const skeletons = (page: Page) => page.locator(".skeleton:visible");

/** Adds up how far parts of the page moved without a press or a key. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean;
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const parts = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : "text"));
        moved.push(`${entry.value.toFixed(4)}: ${parts.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve((window as unknown as { moved: string[] }).moved)));
      }),
  );

const OWNED: [path: string, title: string][] = [
  ["/dashboard", "Dashboard"],
  ["/dashboard?tab=payments", "Dashboard"],
  ["/sites", "Your Sites"],
  ["/user", "Your account"],
  ["/pay?siteId=:site", "Featured listing"],
  ["/site/edit/:site", "Edit site"],
  ["/sites/create", "List a site"],
];
const OF_STAFF: [path: string, title: string][] = [
  ["/dashboard", "Dashboard"],
  ["/admin", "Admin"],
  ["/blogs/create", "Create Blog"],
];

/** Opens a screen on a slow network: first come the scripts, then the session, then the data. */
async function openSlowly(page: Page, path: string, title: string) {
  await watchShifts(page);
  const sendScripts = await holdRequests(page, /\/assets\/.*\.js/);
  const sendData = await holdRequests(page, /\/api\/(?!user\/)/);
  const sendSession = await holdRequests(page, /\/api\/user\//);
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await pending(page).waitFor();
  expect(await skeletons(page).count()).toBeGreaterThan(0);
  const header = await page.getByRole("heading", { level: 1 }).boundingBox();
  sendScripts();
  await page.waitForRequest(/\/api\/user\//);
  sendSession();
  // On some screens the first response is the first change; on others a skeleton follows.
  await Promise.race([pending(page).waitFor({ state: "detached" }), page.waitForTimeout(1000)]);
  sendData();
  await pending(page).waitFor({ state: "detached" });
  await skeletons(page).first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  return { header };
}

async function expectNoShift(page: Page, path: string, title: string) {
  const { header } = await openSlowly(page, path, title);
  expect(await shiftsOf(page)).toEqual([]);
  // The heading of the screen is where its outline had it.
  const { x, y } = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  expect([x, y]).toEqual([header!.x, header!.y]);
}

const owner = newEmail();
let listed: ListedSite | undefined;

test.each((Object.keys(WINDOWS) as Window[]).flatMap((window) => OWNED.map(([path, title]) => [window, path, title] as const)))(
  "on a %s with a slow network, nothing on %s moves while it loads",
  async (window, path, title) => {
    const page = await visitSignedIn("/about", owner);
    await page.setViewportSize(WINDOWS[window]);
    listed ??= await listSite(page);
    await expectNoShift(page, path.replace(":site", `${listed.id}`), title);
  },
);

test.each((Object.keys(WINDOWS) as Window[]).flatMap((window) => OF_STAFF.map(([path, title]) => [window, path, title] as const)))(
  "on the %s of staff with a slow network, nothing on %s moves while it loads",
  async (window, path, title) => {
    const page = await visitSignedIn("/about", STAFF);
    await page.setViewportSize(WINDOWS[window]);
    await expectNoShift(page, path, title);
  },
);

test("without scripts, each private screen shows its title, shapes and a note", async () => {
  const page = await visit("/about", { javaScriptEnabled: false });
  for (const { path, title } of Object.values(PRIVATE_SCREENS)) {
    await page.goto(path.replace(/:\w+/, "1"));
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.locator("noscript .notice", { hasText: "needs JavaScript" }).waitFor();
    expect(await skeletons(page).count(), path).toBeGreaterThan(0);
  }
});
