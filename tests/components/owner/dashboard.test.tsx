import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { button, press, see } from "../support/actions.ts";
import { type Answers, failed } from "../support/api.ts";
import { until } from "../support/clock.ts";
import { placeOf, showPrivate } from "../support/show.tsx";
import { dashboardOf, listOf, ownSite, subscription } from "../support/sites.ts";

const search = page.getByRole("searchbox", { name: "Search your sites" });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const alternatives = ["A", "B", "C", "D", "E", "F"].map((name, id) => ({ ...ownSite.alternatives[0]!, id, name }));
const other: OwnerSiteSummary = { ...ownSite, id: 8, slug: "other", name: "Other", alternatives };

const showDashboard = (answers: Answers = dashboardOf(ownSite, other)) =>
  showPrivate("dashboard", "/dashboard", answers);

test("the dashboard links to every screen, shows each site's status, and counts alternatives beyond five", async () => {
  const pending: OwnerSiteSummary = {
    ...ownSite,
    id: 9,
    name: "New",
    review: "pending",
    month: { shown: 0, opened: 0, visited: 0 },
    logo: "/media/users/logo-256x256.webp",
  };
  const month = { shown: 1240, opened: 61, visited: 18 };
  const featured: OwnerSiteSummary = { ...ownSite, id: 10, name: "Paid", status: "featured", month };
  await showDashboard(dashboardOf(ownSite, other, pending, featured));
  await expect.element(page.getByRole("tab", { name: "My Sites" })).toBeVisible();
  for (const [name, to] of [
    ["Add Alternative", "/sites/create"],
    ["Your Sites", "/sites"],
    ["Your account: Anna Lind", "/user"],
    ["Upgrade Mine", "/pay?siteId=7"],
  ] as const)
    await expect.element(link(name)).toHaveAttribute("href", to);
  await see("instead of A, B, C, D, E +1");
  const card = (name: string) => page.getByRole("article").filter({ hasText: name });
  await expect.element(card("Mine").getByText("Activated")).toBeVisible();
  await expect.element(card("Paid").getByText("FEATURED")).toBeVisible();
  await expect.element(card("New").getByText("Pending")).toBeVisible();
  const needed = page.getByRole("region", { name: "Needs you" }).getByRole("listitem").filter({ hasText: "New" });
  await expect.element(needed.getByText("Waiting for review. Visitors will see it when it is approved.")).toBeVisible();
  expect(needed.elements()).toHaveLength(1);
  expect(needed.element().querySelector("img")).not.toBeNull();
  const figures = link("Paid: Shown 1,240 · opened 61 · visited 18 in 30 days");
  await expect.element(figures).toHaveAttribute("href", "/site/figures/10");
  // Nobody can see a pending listing.
  await expect.element(card("New").getByText("No figures")).not.toBeInTheDocument();
  await expect.element(link("State 8 missing facts (Mine)")).toHaveAttribute("href", "/site/edit/7?tab=facts");
});

test("a dashboard without sites says so, and leads to the form", async () => {
  await showDashboard(dashboardOf());
  await see("You don't have any sites yet");
  await expect.element(link("List a site")).toHaveAttribute("href", "/sites/create");
});

test("a search asks for nothing else, keeps the list until the answer comes, and says so if nothing matches", async () => {
  const found = Promise.withResolvers<object>();
  const { calls } = await showDashboard({
    ...dashboardOf(ownSite, other),
    "GET sites/?q=nothing": () => found.promise,
    "GET sites/?q=nothing&page=1": () => found.promise,
  });
  await expect.element(link("Mine")).toBeVisible();
  // A screen reader announces a change only of an element that was there before.
  const count = document.querySelector("output.count")!;
  const nothing = document.querySelector(".list-head + [aria-live]")!;
  calls.length = 0;
  await search.fill("nothing");
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]).toMatch(/^GET sites\/\?q=nothing/);
  await expect.element(link("Mine")).toBeVisible();
  found.resolve(listOf());
  await see("No matching sites found");
  expect([count.textContent, nothing.textContent]).toEqual(["", "No matching sites foundShow all your sites"]);
  await link("Show all your sites").click();
  await expect.element(link("Mine")).toBeVisible();
  expect(calls).toHaveLength(2);
});

test("sites that cannot be loaded say so, and can be loaded again", async () => {
  let isDown = true;
  await showDashboard({ ...dashboardOf(), "GET sites/?*": () => (isDown ? failed() : listOf(ownSite)) });
  await see("Failed to load sites. Please try again later.");
  isDown = false;
  await press("Try again");
  await expect.element(link("Mine")).toBeVisible();
  await expect.element(button("Try again")).not.toBeInTheDocument();
});

test("if the session ended elsewhere, the next search leads to the sign-in", async () => {
  let isOver = false;
  const over = () => new Response(null, { status: 401 });
  const { router } = await showDashboard({
    ...dashboardOf(ownSite),
    "GET sites/?*": () => (isOver ? over() : listOf(ownSite)),
    "GET user/": () => (isOver ? over() : { user: { id: 1, email: "anna@example.com" } }),
  });
  await expect.element(search).toBeVisible();
  isOver = true;
  await search.fill("anything");
  await expect.poll(() => placeOf(router)).toMatch(/^\/login\?next=/);
});

test("on a slow network, the dashboard shows its frame first, and then its data", async () => {
  const arrives = Promise.withResolvers<object>();
  await showDashboard({ ...dashboardOf(), "GET sites/?*": () => arrives.promise });
  await see("Loading…");
  await expect.element(page.getByRole("tab", { name: "My Sites" })).toBeVisible();
  arrives.resolve(listOf(ownSite));
  await expect.element(link("Mine")).toBeVisible();
  await until(() => !document.body.textContent.includes("Loading…"));
});

test("a subscription is cancelled after a question, also if that has failed before, and resumed", async () => {
  // On a small screen, a message covers the next button for five seconds.
  await page.viewport(1280, 800);
  let current = subscription;
  let isDown = true;
  await showDashboard({
    ...dashboardOf(ownSite),
    "GET payments/": () => listOf(current),
    "POST payments/cancel/": () => {
      if (isDown) return failed();
      current = { ...current, state: "ends", status: "basic", next_charge: null };
      return { message: PAYMENT_MESSAGES.cancelled };
    },
    "POST payments/resume/": () => {
      current = { ...current, state: "renews", status: "featured" };
      return { message: PAYMENT_MESSAGES.resumed };
    },
  });
  await page.getByRole("button", { name: /^Cancel subscription/ }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("stays featured until", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await see("Failed to cancel subscription. Please try again later.");
  isDown = false;
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await see("You will not be charged again.");
  const needed = page.getByRole("region", { name: "Needs you" });
  await expect.element(needed.getByText("Cancelled. Featured until", { exact: false })).toBeVisible();
  const resume = page.getByRole("button", { name: /^Resume subscription/ });
  await expect.element(resume).toHaveFocus();
  await resume.click();
  await see("Your subscription is resumed.");
  await expect.element(page.getByRole("button", { name: /^Cancel subscription/ })).toHaveFocus();
});
