// @module-tag long
import { test } from "vitest";
import { listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

test("a like is shown at once, counted, shown after a reload, and can be taken back", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  const like = page.getByRole("button", { name: `Like ${site.name}` });
  const liked = like.and(page.locator("[aria-pressed=true]")).filter({ hasText: "1" });
  await page.goto(`/${site.slug}`);
  const saved = page.waitForResponse("**/like/");
  await like.click();
  await liked.waitFor();
  await saved;
  await page.goto(`/${site.slug}?fresh`);
  await liked.waitFor();
  await like.click();
  await like.and(page.locator("[aria-pressed=false]")).waitFor();
});
