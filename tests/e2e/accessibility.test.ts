// @module-tag long
import type { Page } from "playwright";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { searchPath } from "#schema/pages/paths.ts";
import { createRoutes } from "#web/routes.tsx";
import { findAccessibilityFaults } from "./support/accessibility.ts";
import { waitUntilClosed } from "./support/actions.ts";
import { callApi, listSite } from "./support/owners.ts";
import { type Screen, SCREENS } from "./support/screens.ts";
import { waitForFocus } from "./support/keyboard.ts";
import { visit, waitForRequests } from "./support/visit.ts";
import { visitSignedIn } from "./support/people.ts";
import { visitAsStaff } from "./support/staff.ts";

/** One test opens all screens of a person. This only ends a test that hangs. */
const MAX_MS = 900_000;

const OPEN = {
  visitor: () => visit("/about"),
  owner: () => visitSignedIn("/about"),
  staff: () => visitAsStaff("/about"),
};

/** Returns what the parameters of the paths in `SCREENS` stand for. */
async function listSites(page: Page): Promise<Record<string, string>> {
  const [site, paid] = [await listSite(page), await listSite(page)];
  await callApi(page, "POST", "payments/subscribe/", { payment_method_id: "pm_card_visa", site_id: paid.id });
  return { ":site": `${site.id}`, ":slug": site.slug, ":paid": `${paid.id}` };
}

async function open(page: Page, path: string): Promise<void> {
  // The screen before may have stored a draft.
  await page.evaluate(() => localStorage.clear());
  await page.goto(path);
  await page.locator(".screen-pending").waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitForRequests(page);
}

test("the list of screens covers every route", { tags: "journey" }, () => {
  const routes = createRoutes({} as never);
  const leaves = (list: RouteObject[]): RouteObject[] =>
    list.flatMap((route) => (route.children ? leaves(route.children) : route));
  const seen = new Set(SCREENS.map(({ path }) => matchRoutes(routes, path.split("?")[0]!)!.at(-1)!.route));
  expect(
    leaves(routes)
      .filter((route) => !seen.has(route))
      .map(({ path }) => path)
      // It only leads to other pages.
      .filter((path) => path !== searchPath),
  ).toEqual([]);
});

test.each(Object.keys(OPEN) as Screen["who"][])(
  "%s: each screen, its states and its dialogs are accessible",
  { timeout: MAX_MS },
  async (who) => {
    const page = await OPEN[who]();
    const values = who === "visitor" ? {} : await listSites(page);
    const screens = SCREENS.filter((screen) => screen.who === who);
    for (const { path, states = [], dialogs = {} } of screens) {
      const check = async (what: string) =>
        expect.soft(await findAccessibilityFaults(page), `${path} ${what}`).toEqual([]);
      await open(
        page,
        path.replace(/:\w+/, (part) => values[part] ?? part),
      );
      await check("");
      for (const reach of states) {
        await reach(page);
        await check(reach.toString());
      }
      for (const [name, opener] of Object.entries(dialogs)) {
        const control = page
          .getByRole("main")
          .locator("a, button")
          .and(
            page
              .getByRole("button", { name: opener, exact: true })
              .or(page.getByRole("link", { name: opener, exact: true })),
          )
          .first();
        await control.focus();
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog", { name });
        await dialog.waitFor();
        expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
        await check(name);
        await page.keyboard.press("Escape");
        await waitUntilClosed(dialog);
        await waitForFocus(control);
      }
    }
  },
);
