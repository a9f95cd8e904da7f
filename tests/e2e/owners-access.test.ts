import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findFaults } from "./support/faults.ts";
import { listSite, visitAsOwner } from "./support/owners.ts";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

const LOOKS = [
  [320, "light"],
  [390, "dark"],
  [1280, "light"],
  [1280, "dark"],
] as const;

async function expectNoFaults(page: Page): Promise<void> {
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    // Colours that fade from one scheme to the other would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await findFaults(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
}

test("each step of the wizard is accessible, with everything that can be wrong in it", async () => {
  const page = await visitAsOwner("/sites/create");
  await press(page, "Add alternative");
  await page.getByLabel("Name", { exact: true }).first().fill("Slack");
  await page.getByLabel("URL").last().fill("https://teams.example/");
  await press(page, "Continue");
  await page.getByText("Name is required when URL is provided").waitFor();
  await expectNoFaults(page);
  await page.getByLabel("Name", { exact: true }).first().fill("Slac");
  await page.getByRole("option", { name: /Slack/ }).waitFor();
  await expectNoFaults(page);

  await page.getByLabel("URL").first().fill("https://slack.example/");
  await page.getByLabel("Name", { exact: true }).last().fill("Teams");
  await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
  await page.getByLabel("Site name").fill("Accessible site");
  await page.getByLabel("Category").selectOption("Security");
  await press(page, "Continue");
  await press(page, "Continue");
  await page.getByText("Content is required").waitFor();
  await expectNoFaults(page);
  await page.locator(".ce-paragraph").last().click();
  await page.keyboard.type("Words.");
  await press(page, "Continue");
  await page.locator(".article").waitFor();
  await expectNoFaults(page);

  await page.reload();
  await page.getByText("You have a draft").waitFor();
  await expectNoFaults(page);
  await press(page, "Continue with the draft");
  await press(page, "Discard draft");
  await page.getByRole("dialog").waitFor();
  await expectNoFaults(page);
});

test("the dashboard, the table and the edit screen are accessible, with everything opened", async () => {
  const page = await visitAsOwner("/dashboard");
  await page.getByText("You don't have any sites yet").waitFor();
  await expectNoFaults(page);
  const site = await listSite(page);
  await page.reload();
  await page.getByRole("link", { name: site.name, exact: true }).waitFor();
  await expectNoFaults(page);

  await page.goto("/sites");
  await press(page, `Delete ${site.name}`);
  await page.getByRole("dialog").waitFor();
  await expectNoFaults(page);
  await page.keyboard.press("Escape");
  await expectNoFaults(page);
  await press(page, `Edit ${site.name}`);
  await page.getByLabel("Site name").fill("");
  await press(page, "Save");
  await page.getByText("Site name is required").waitFor();
  await expectNoFaults(page);

  await page.goto(`/site/edit/${site.id}`);
  await page.getByLabel("Site name").waitFor();
  await expectNoFaults(page);
  await page.getByRole("tab", { name: "Alternatives" }).click();
  await expectNoFaults(page);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".ce-paragraph").waitFor();
  await expectNoFaults(page);
  await press(page, "Preview");
  await page.locator(".article").waitFor();
  await expectNoFaults(page);
});
