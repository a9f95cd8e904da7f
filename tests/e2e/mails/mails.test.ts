// @module-tag long
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import { expect, onTestFinished, test } from "vitest";
import { sampleMails } from "../../support/sample-mails.ts";
import { overflowsSideways } from "../support/in-page-checks.ts";
import { browser } from "../support/visit.ts";

const SITE = { name: "Switchlist", origin: "https://directory.test", supportEmail: "support@directory.test" };
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Opens an empty page. The test fails if it requests anything. */
async function openBlank() {
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  onTestFinished(async () => {
    await context.close();
    expect(requests).toEqual([]);
  });
  return page;
}

test.each([
  ["a name of 100 letters", SITE, "Verylongname".repeat(9).slice(0, 100)],
  ["right-to-left names", { ...SITE, name: "רשימת תוכנות" }, "تطبيق إدارة المشاريع"],
])(
  "mails with %s fit 320 and 600 pixels, and have no accessibility faults in light and dark",
  async (_, site, name) => {
    const page = await openBlank();
    const faults: string[] = [];
    for (const [title, { html }] of Object.entries(sampleMails(site, name))) {
      await page.setContent(html);
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [320, 600]) {
          await page.setViewportSize({ width, height: 700 });
          if (await page.evaluate(overflowsSideways)) faults.push(`${title}: wider than ${width} px`);
        }
        const { violations } = await page.evaluate(() =>
          (window as unknown as { axe: typeof Axe }).axe.run(document, {
            resultTypes: ["violations"],
            preload: false,
            runOnly: ["wcag2a", "wcag2aa", "wcag21aa"],
          }),
        );
        faults.push(...violations.map(({ id, nodes }) => `${title}, ${colorScheme}: ${id}: ${nodes[0]!.html}`));
      }
    }
    expect(faults).toEqual([]);
  },
);

test("a mail is 560 pixels wide on a wide screen, dark on dark screens, and its code can be selected at once", async () => {
  const page = await openBlank();
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.setContent(sampleMails(SITE)["logInCodeMail: Sign-in code"]!.html);
  const code = page.getByText("482915", { exact: true });
  expect((await page.locator("table table").first().boundingBox())!.width).toBe(560);
  await code.click();
  expect(await page.evaluate(() => getSelection()!.toString())).toBe("482915");
  const colours = () =>
    code.evaluate((element) => [getComputedStyle(document.body).backgroundColor, getComputedStyle(element).color]);
  expect(await colours()).toEqual(["rgb(255, 255, 255)", "rgb(16, 24, 26)"]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await colours()).toEqual(["rgb(15, 19, 17)", "rgb(233, 239, 235)"]);
});
