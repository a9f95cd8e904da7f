// @module-tag long
import { test } from "vitest";
import { CARDS, openPayment, payWith, press } from "../support/payments.ts";

test("a paid card features the site, and the dashboard shows the next charge", { tags: "journey" }, async () => {
  const { page, site } = await openPayment();
  await page.getByRole("complementary").getByText("€10.00", { exact: true }).first().waitFor();
  await page.getByRole("complementary").getByText("Monthly").waitFor();
  await payWith(page, CARDS.good);
  await page.waitForURL("**/dashboard");
  await page.getByRole("tabpanel", { name: "My Sites" }).getByText("FEATURED").first().waitFor();
  await page
    .getByText(/Paid until .* Next charge: €10.00 on .*, Visa ending in 4242/)
    .first()
    .waitFor();
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByRole("table", { name: "Payments" }).getByText("€10.00").waitFor();
  await page.goto(`/${site.slug}`);
  await page.getByText("FEATURED").first().waitFor();
});

test("a declined card shows the reason, and another pays once it is confirmed", { tags: "journey" }, async () => {
  const { page } = await openPayment();
  await payWith(page, CARDS.declined);
  await page.getByText("Failed to process payment: Your card was declined.").waitFor();
  await payWith(page, CARDS.confirm);
  await press(page, "Fail authentication");
  await page.getByText("Failed to process payment: Your bank could not confirm that it was you.").waitFor();
  await press(page, /Subscribe/);
  await press(page, "Complete authentication");
  await page.waitForURL("**/dashboard");
});

test("cancelling shows the listing as basic at once, and can be undone", { tags: "journey" }, async () => {
  const { page, site } = await openPayment();
  await payWith(page, CARDS.good);
  await page.waitForURL("**/dashboard");
  await press(page, /Cancel subscription/);
  await page.getByRole("dialog").getByText("stays featured until").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
  const needed = page.getByRole("region", { name: "Needs you" });
  await needed.getByText(/Cancelled. Featured until/).waitFor();
  await needed.getByRole("link", { name: `Manage subscription of ${site.name}` }).waitFor();
  await page.getByText("Activated").waitFor();
  await page.goto(`/${site.slug}`);
  await page.getByText("FEATURED").first().waitFor();

  await page.goto("/dashboard");
  await press(page, /Resume subscription/);
  await page
    .getByText(/Paid until/)
    .first()
    .waitFor();
});
