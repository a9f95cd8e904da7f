// @module-tag long
import type { BrowserContext, Page } from "playwright";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { createRoutes } from "#web/routes.tsx";
import { findAccessibilityFaults } from "./support/accessibility.ts";
import { waitUntilClosed } from "./support/actions.ts";
import { callApi, type ListedSite, listSite } from "./support/owners.ts";
import { type Screen, SCREENS } from "./support/screens.ts";
import { waitForFocus } from "./support/keyboard.ts";
import { visit } from "./support/visit.ts";
import { visitSignedIn } from "./support/people.ts";
import { visitAsStaff } from "./support/staff.ts";

type Session = {
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>;
  site: ListedSite;
  paid: ListedSite;
};
const sessions = new Map<string, Promise<Session>>();

async function signIn(who: Screen["who"]): Promise<Session> {
  const page = await (who === "staff" ? visitAsStaff("/user") : visitSignedIn("/user"));
  const [site, paid] = [await listSite(page), await listSite(page)];
  await callApi(page, "POST", "payments/subscribe/", { payment_method_id: "pm_card_visa", site_id: paid.id });
  await page.evaluate(() => localStorage.clear());
  return { storageState: await page.context().storageState(), site, paid };
}

async function open({ who, path }: Screen): Promise<Page> {
  if (who === "visitor") return load(await visit(path));
  if (!sessions.has(who)) sessions.set(who, signIn(who));
  const { site, paid, storageState } = await sessions.get(who)!;
  const address = path.replace(":site", `${site.id}`).replace(":paid", `${paid.id}`).replace(":slug", site.slug);
  return load(await visit(address, { storageState }));
}

async function load(page: Page): Promise<Page> {
  await page.locator(".screen-pending").waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  return page;
}

test("the list of screens covers every route", () => {
  const routes = createRoutes({} as never);
  const leaves = (list: RouteObject[]): RouteObject[] =>
    list.flatMap((route) => (route.children ? leaves(route.children) : route));
  const seen = new Set(SCREENS.map(({ path }) => matchRoutes(routes, path.split("?")[0]!)!.at(-1)!.route));
  expect(
    leaves(routes)
      .filter((route) => !seen.has(route))
      .map(({ path }) => path),
  ).toEqual([]);
});

test.each(SCREENS)("$who at $path: the screen, its states and its dialogs are accessible", async (screen) => {
  const page = await open(screen);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  for (const reach of screen.states ?? []) {
    await reach(page);
    expect(await findAccessibilityFaults(page), reach.toString()).toEqual([]);
  }
  for (const [name, opener] of Object.entries(screen.dialogs ?? {})) {
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
    expect(await findAccessibilityFaults(page), name).toEqual([]);
    await page.keyboard.press("Escape");
    await waitUntilClosed(dialog);
    await waitForFocus(control);
  }
});
