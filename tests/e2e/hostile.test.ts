// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { hostileDocuments } from "../support/hostile-documents.ts";
import { visitAsStaff } from "./support/staff.ts";
import { visit } from "./support/visit.ts";

/** Returns a list that grows with each call of `attack` and each opened dialog. */
async function watch(page: Page): Promise<string[]> {
  const events: string[] = [];
  page.on("dialog", (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("attack", () => events.push("a script ran"));
  return events;
}

/** Returns the elements that could run code, load from another origin or have an unsafe link. */
const dangers = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    const isOurs = (url: string) => new URL(url, location.href).origin === location.origin;
    const ownScript = document.head.querySelector("script:not([src], [type])");
    return [
      ...all.filter((element) => element.getAttributeNames().some((name) => /^(on|srcdoc|formaction|ping)/.test(name))),
      ...all.filter((element) => element.matches("iframe, frame, object, embed, applet, base, meta[http-equiv], math")),
      ...all.filter((element) => element.matches("article :is(script, style, link, meta, form, template, animate)")),
      ...[...document.scripts].filter(
        (script) =>
          script !== ownScript &&
          script.type !== "application/json" &&
          !/ld\+json/.test(script.type) &&
          !(script.src && isOurs(script.src)),
      ),
      ...[...document.links].filter((link) => !/^(https?|mailto|tel):$/.test(link.protocol)),
      ...[...document.images].filter(
        (image) => image.src && !/^(data|blob):image\//.test(image.src) && !isOurs(image.src),
      ),
    ].map((element) => element.outerHTML.slice(0, 200));
  });

test("a hostile article runs no script and sends no request to another origin", { tags: "journey" }, async () => {
  const reader = await visit("/about");
  const seen = await watch(reader);
  for (const [index, { name }] of hostileDocuments.entries()) {
    await reader.goto(`/hostile-${index + 1}`);
    await reader.getByRole("heading", { level: 1, name: `Hostile ${index + 1}` }).waitFor();
    await reader.waitForLoadState("load");
    expect([...(await dangers(reader)), ...seen], name).toEqual([]);
    await reader.getByText("Here it ends.").last().waitFor();
  }
});

test("a hostile article runs no script in the editor or its preview", { tags: "journey" }, async () => {
  const page = await visitAsStaff("/dashboard");
  const seen = await watch(page);
  for (const [index, { name }] of hostileDocuments.entries()) {
    const found = await page.request.get(`/api/pages/cleaned-${index + 1}/`);
    const { site } = (await found.json()) as SiteDetailPage;
    await page.goto(`/site/edit/${site.id}`);
    await page.getByRole("tab", { name: "Blog Content" }).click();
    await page.locator(".article-editor[aria-busy=false]").waitFor();
    expect([...(await dangers(page)), ...seen], name).toEqual([]);
    const answer = page.waitForResponse("**/api/preview/");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await answer;
    await page.locator(".article").getByText("Here it ends.").last().waitFor();
    expect([...(await dangers(page)), ...seen], name).toEqual([]);
  }
});
