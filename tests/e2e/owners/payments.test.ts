// @module-tag long
import { test } from "vitest";
import { listSite } from "../support/owners.ts";
import { CARDS, fillBuyer, press, typeCard } from "../support/payments.ts";
import { visitSignedIn } from "../support/people.ts";

test("a declined card shows the reason, and another pays once it is confirmed", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/about");
  await page.goto(`/pay?siteId=${(await listSite(page)).id}`);
  await fillBuyer(page);
  await typeCard(page, CARDS.declined);
  await press(page, /Subscribe for €10.00/);
  await page.getByText("Failed to process payment: Your card was declined.").waitFor();
  await typeCard(page, CARDS.confirm);
  await press(page, /Subscribe for €10.00/);
  await press(page, "Fail authentication");
  await page.getByText("Failed to process payment: Your bank could not confirm that it was you.").waitFor();
  await press(page, /Subscribe/);
  await press(page, "Complete authentication");
  await page.waitForURL("**/dashboard");
});
