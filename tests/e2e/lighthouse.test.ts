// @module-tag long
import { beforeAll, expect, test } from "vitest";
import { lighthouseOptions, PAGE_KINDS, PAGES } from "../bench/first-screens/pages.ts";
import { openLighthouse, type Rating } from "../bench/lighthouse.ts";
import { baseUrl } from "./support/base-url.ts";
import { useFirstScreens } from "./support/first-screens.ts";

useFirstScreens();

let lighthouse: Awaited<ReturnType<typeof openLighthouse>>;
beforeAll(async () => {
  lighthouse = await openLighthouse();
  return () => lighthouse.close();
});

const onlyCategories = ["accessibility", "best-practices", "seo"];

test("Lighthouse rates each kind of page 100 in accessibility, best practices and SEO", async () => {
  for (const kind of PAGE_KINDS)
    expect(
      await lighthouse.rate(new URL(PAGES[kind], baseUrl()), { ...lighthouseOptions(kind), onlyCategories }),
    ).toEqual({
      path: PAGES[kind],
      scores: { accessibility: 100, "best-practices": 100, seo: 100 },
      failedAudits: [],
    } satisfies Rating);
});
