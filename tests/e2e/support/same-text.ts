import { expect } from "vitest";
import { visit } from "./visit.ts";

/**
 * Checks that React shows the text and title of the document that the Worker sent, except parts that need scripts, or that
 * only a visitor without them needs.
 */
export async function expectSameTextWithoutScripts(path: string): Promise<void> {
  const on = await visit("/about");
  const document = await (await on.goto(path))!.body();
  await on.waitForLoadState("networkidle");
  // The same document: another visit may get other featured sites, or sites that other tests have listed.
  const off = await visit("/about", { javaScriptEnabled: false });
  await off.route(on.url(), (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: document }));
  await off.goto(path);
  const read = async (page: typeof on) => {
    // The choice of a view needs scripts. The button of filters is for visitors without them.
    await page.locator(".needs-script, .without-script").evaluateAll((all) => all.map((one) => one.remove()));
    return [await page.title(), await page.getByRole("main").innerText()] as const;
  };
  const sent = await read(off);
  expect(sent[1].length).toBeGreaterThan(300);
  expect(await read(on)).toEqual(sent);
}
