// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { uploadImage } from "../support/images.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { visit } from "../support/visit.ts";

/** Lists a site with three screenshots. The second one is decorative. */
async function listWithScreenshots() {
  const page = await visitSignedIn("/user");
  const urls = await Promise.all([1000, 2800, 1000].map((height) => uploadImage(page, "screenshot", 1600, height)));
  const screenshots = urls.map((url, index) => (index === 1 ? { url, decorative: true } : { url, alt: "A board" }));
  return listSite(page, { screenshots, logo: await uploadImage(page, "logo", 256, 256) });
}

const gallery = (page: Page) => page.locator(".gallery");

test("screenshots open in an accessible dialog that they fit, and Escape closes it", { tags: "journey" }, async () => {
  const { name, slug } = await listWithScreenshots();
  const page = await visit(`/${slug}`, { viewport: { width: 390, height: 844 } });
  const box = (await gallery(page).locator("img").first().boundingBox())!;
  const bar = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  const opener = gallery(page).getByRole("link", { name: "Open screenshot 2" });
  const dialog = page.getByRole("dialog", { name: `Screenshots of ${name}` });
  await opener.press("Enter");
  await dialog.getByRole("status").filter({ hasText: "2 of 3" }).waitFor();
  await dialog.getByRole("button", { name: "Previous screenshot" }).click();
  await dialog.getByRole("status").filter({ hasText: "1 of 3" }).waitFor();
  const image = dialog.getByRole("img", { name: "A board" }).first();
  const [inner, outer] = [(await image.boundingBox())!, (await dialog.boundingBox())!];
  expect(inner.width).toBeGreaterThan(100);
  expect(inner.width).toBeLessThanOrEqual(outer.width);
  for (const forcedColors of ["none", "active"] as const) {
    await page.emulateMedia({ forcedColors });
    expect(await findAccessibilityFaults(page)).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await waitForFocus(opener);
});
