import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Component as AdminPage } from "#web/features/admin/admin-page.tsx";
import { setSession } from "#web/data/session.tsx";
import { anna } from "../../web/support/anna.ts";
import { showScreen } from "../support/show.tsx";

test("staff, and no one else, get links to Stripe’s reports", async () => {
  setSession({ ...anna, is_staff: true });
  const loader = () => ({ models: { result: { value: [] } }, pending: { result: { value: [] } } });
  const children = [{ index: true, Component: AdminPage, loader: () => null }];
  await showScreen({ id: "models", path: "/admin", loader, children });
  const reports = page.getByRole("link", { name: /^Reports/ });
  await expect.element(reports).toHaveAttribute("href", "https://dashboard.stripe.com/reports/hub");
  setSession(anna);
  await expect.element(reports).not.toBeInTheDocument();
});
