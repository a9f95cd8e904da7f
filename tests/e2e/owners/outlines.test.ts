// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { listSite, type ListedSite } from "../support/owners.ts";
import { newEmail, visitSignedIn } from "../support/people.ts";
import { STAFF } from "../support/accounts.ts";
import { waitForRequests } from "../support/visit.ts";

const WINDOWS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
type Window = keyof typeof WINDOWS;

const pending = (page: Page) => page.locator(".screen-pending");
const skeletons = (page: Page) => page.locator(".skeleton:visible");

/** Collects the parts that moved without a press or a key. */
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
        if (entry.hadRecentInput || entry.value < 0.001) continue;
        const parts = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : "text"));
        moved.push(`${entry.value.toFixed(4)}: ${parts.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

type Case = {
  window: Window;
  path: string;
  title: string;
  /** The screen opens before its data. */ isDeferred?: boolean;
};

const OF_OWNER: Case[] = [
  { window: "phone", path: "/dashboard", title: "Dashboard", isDeferred: true },
  { window: "desktop", path: "/dashboard?tab=payments", title: "Dashboard", isDeferred: true },
  { window: "phone", path: "/sites", title: "Your Sites", isDeferred: true },
  { window: "desktop", path: "/user", title: "Your account" },
  { window: "phone", path: "/pay?siteId=:site", title: "Featured listing" },
  { window: "desktop", path: "/site/edit/:site", title: "Edit site" },
  { window: "phone", path: "/sites/create", title: "List a site" },
];
const OF_STAFF: Case[] = [
  { window: "desktop", path: "/dashboard", title: "Dashboard", isDeferred: true },
  { window: "phone", path: "/admin", title: "Admin", isDeferred: true },
  { window: "desktop", path: "/blogs/create", title: "Create Blog" },
];

/** First come the scripts, then the session, then the data. */
async function expectNoShift(page: Page, { window, path, title, isDeferred }: Case) {
  await page.setViewportSize(WINDOWS[window]);
  await watchShifts(page);
  // The fallback is measured on fonts that this machine may lack, so the arrival of the font is left out.
  await page.route("**/*.woff2", (route) => route.abort());
  const sendScripts = await holdRequests(page, /\/assets\/.*\.js/);
  const sendData = await holdRequests(page, /\/api\/(?!user\/)/);
  await page.goto(path, { waitUntil: "commit" });
  const heading = page.getByRole("heading", { level: 1 });
  await pending(page).getByRole("heading", { level: 1, name: title }).waitFor();
  await skeletons(page).first().waitFor();
  const before = (await heading.boundingBox())!;
  sendScripts();
  if (isDeferred) {
    await pending(page).waitFor({ state: "detached" });
    await skeletons(page).first().waitFor();
  }
  sendData();
  await pending(page).waitFor({ state: "detached" });
  await skeletons(page).first().waitFor({ state: "detached" });
  await waitForRequests(page);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  // The heading is where the outline had it.
  const after = (await heading.boundingBox())!;
  expect([after.x, after.y + (await page.evaluate(() => scrollY))]).toEqual([before.x, before.y]);
}

const owner = newEmail();
let listed: ListedSite | undefined;

test.each(OF_OWNER)("on a $window with a slow network, nothing on $path moves while it loads", async (screen) => {
  const page = await visitSignedIn("/about", owner);
  listed ??= await listSite(page);
  await expectNoShift(page, { ...screen, path: screen.path.replace(":site", `${listed.id}`) });
});

test.each(OF_STAFF)(
  "on a $window of staff with a slow network, nothing on $path moves while it loads",
  async (screen) => expectNoShift(await visitSignedIn("about:blank", STAFF), screen),
);
