// @module-tag long
import { expect, test } from "vitest";
import { baseUrl } from "./support/base-url.ts";
import { browser } from "./support/visit.ts";

const WAYS = {
  innerHTML: "document.body.innerHTML = '<b>text</b>'",
  outerHTML: "document.body.outerHTML = '<b>text</b>'",
  insertAdjacentHTML: "document.body.insertAdjacentHTML('beforeend', '<b>text</b>')",
  srcdoc: "document.createElement('iframe').srcdoc = '<b>text</b>'",
  "a script's address": "document.createElement('script').src = '/assets/a.js'",
  "a script's text": "document.createElement('script').textContent = 'alert(1)'",
  "a policy": "trustedTypes.createPolicy('default', { createHTML: (text) => text })",
};

// Of these pages, only /login runs without Trusted Types, because Google's script needs that. The test does not use `visit`, which fails if
// Chromium logs an error, and Chromium logs each refusal.
test.each([
  ["/", "refused"],
  ["/penpot", "refused"],
  ["/contact", "refused"],
  ["/admin", "refused"],
  ["/login", "done"],
])("on %s, turning text into markup or a script is %s", async (path, outcome) => {
  const page = await (await browser()).newPage({ baseURL: baseUrl() });
  try {
    await page.goto(path);
    const tried = Object.entries(WAYS).map(async ([way, code]) => {
      const script = `(() => { try { ${code}; return "done"; } catch (error) { return error instanceof TypeError && "refused"; } })()`;
      return [way, await page.evaluate(script)] as const;
    });
    expect(await Promise.all(tried)).toEqual(Object.keys(WAYS).map((way) => [way, outcome]));
  } finally {
    await page.close();
  }
});
