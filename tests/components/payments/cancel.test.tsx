import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { see } from "../support/actions.ts";
import { showPrivate } from "../support/show.tsx";
import { dashboardOf, listOf, ownSite, subscription } from "../support/sites.ts";

const showPayments = (query: string, own: SiteSubscription = subscription) =>
  showPrivate("dashboard", `/dashboard?tab=payments${query}`, {
    ...dashboardOf(ownSite),
    "GET payments/": listOf(own),
    "POST payments/cancel/": { message: "It is cancelled.", featured_until: null },
  });
const dialog = page.getByRole("dialog");

test("the link of a monthly mail opens the dialog, and one press ends the subscription", async () => {
  const { calls } = await showPayments("&cancel=7");
  await dialog.getByText(/stays featured until 20 August 2026/).findElement();
  expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await see("It is cancelled.");
  expect(calls).toContain("POST payments/cancel/");
});

test.each([
  ["another listing", "&cancel=8", subscription],
  ["a subscription that ends already", "&cancel=7", { ...subscription, state: "ends" as const }],
])("the link of %s opens nothing", async (_, query, own) => {
  await showPayments(query, own);
  await see("Subscriptions");
  await expect.element(dialog).not.toBeInTheDocument();
});
