// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PROMOTION_MESSAGES } from "#schema/promotions.ts";
import { overflowsSideways } from "../support/in-page-checks.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { waitForText } from "../support/owners.ts";
import { visitAsStaff } from "../support/staff.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true });

test("staff create a promotion code on a phone, and end it in a wide window", { tags: "journey" }, async () => {
  const page = await visitAsStaff("/admin");
  await page.setViewportSize({ width: 390, height: 900 });
  const code = `LAUNCH${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  expect(await page.evaluate(overflowsSideways)).toBe(false);
  await button(page, "Promotion codes").click();
  await button(page, "New promotion code").click();
  await label(page, "Percent off").fill("96");
  await button(page, "Create").click();
  await waitForText(page, PROMOTION_MESSAGES.code);
  await waitForFocus(label(page, "Code"));
  await label(page, "Code").fill(code.toLowerCase());
  await button(page, "Create").click();
  await waitForText(page, PROMOTION_MESSAGES.tooSmall);
  await label(page, "Percent off").fill("50");
  await label(page, "For").selectOption("months");
  await label(page, "Months").fill("3");
  await label(page, "How often it can be used").fill("10");
  await button(page, "Create").click();
  await waitForText(page, `${code} can be used now.`);
  await waitForText(page, "50% off each monthly payment for 3 months");
  await waitForText(page, "Active. Used 0 of 10 times. Only for people who have not paid before");
  await button(page, `End ${code}`).click();
  await button(page, "End promotion").click();
  await waitForText(page, `Nobody can use ${code} any more.`);
  await waitForText(page, "Ended. Used 0 of 10 times");
});

test("staff download the ledger of a month", async () => {
  const page = await visitAsStaff("/admin");
  const month = await label(page, "Ledger of a month (UTC)").inputValue();
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download as CSV").click()]);
  expect(download.suggestedFilename()).toBe(`ledger-${month}.csv`);
});
