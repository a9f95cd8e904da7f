import { expect, test } from "vitest";
import { baseUrl } from "./support/base-url.ts";
import { RATED_PATHS, ratePages, type Rating } from "../bench/lighthouse.ts";

test.each(RATED_PATHS)(
  "Lighthouse rates %s 100 in accessibility, best practices and SEO",
  { timeout: 240_000 },
  async (path) => {
    const [rating] = await ratePages(baseUrl(), [path], ["accessibility", "best-practices", "seo"]);
    expect(rating).toEqual({
      path,
      scores: { accessibility: 100, "best-practices": 100, seo: 100 },
      failedAudits: [],
    } satisfies Rating);
  },
);
