import { expect, test } from "vitest";
import type { ProductSuggestion } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import { insertSites } from "../support/factories.ts";
import { listSite, siteBody } from "../support/own-sites.ts";
import { logInNew } from "../support/people.ts";

// All invisible characters: tests/unit/values/invisible-characters.test.ts.

test("invisible characters in names make no second product and no empty name, and are not stored", async () => {
  await insertSites(["A", "B", "C"], { alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  const anna = await logInNew();
  const site = await listSite(anna, {
    name: "Zul\u3164ip\u200b",
    alternatives: [{ name: "Sl\u200back\u3164.com", link: "https://evil.example/" }],
  });
  expect([site.name, site.slug, site.alternatives[0]!.name]).toEqual(["Zulip", "zulip", "Slack.com"]);
  const found = await request(`/api/alternatives/?${new URLSearchParams({ q: "\u200bslack" })}`);
  expect((await found.json<{ results: ProductSuggestion[] }>()).results).toMatchObject([
    { name: "Slack", link: "https://slack.com/" },
  ]);
  expect((await anna.post("/api/sites/", siteBody({ name: "\u3164 \u200b" }))).status).toBe(400);
});
