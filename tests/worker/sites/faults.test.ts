import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { EditableSite } from "#schema/sites/sites.ts";
import { FailingD1 } from "../faults/failing-services.ts";
import type { Browser } from "../support/browser.ts";
import { documentOf, listSite, siteBody } from "../support/own-sites.ts";
import { readResponse, errorResponse, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

let anna: Browser;
let site: EditableSite;
beforeEach(async () => {
  anna = await logInNew();
  site = await listSite(anna);
});

const unavailable = errorResponse(503, "The directory is not available right now. Please try again in a minute.");

const TABLES = [
  "sites",
  "articles",
  "alternatives",
  "products",
  "counters",
  "known_words",
  "spellings",
  "reindex_later",
  "rate_counters",
  "likes",
  "deleted_slugs",
  "outbox",
];
const contents = async () =>
  JSON.stringify(await env.DB.batch(TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`))), (key, value) =>
    key === "meta" ? undefined : value,
  );

const failingAt = (statement: string) => new FailingD1(statement, { message: "D1_ERROR: no such table" });

const other = {
  name: "Other",
  link: "https://other.example/",
  alternatives: [{ name: "Zoom", link: "https://zoom.us/" }],
  blog: { content: documentOf("Other") },
};

test.each(["INSERT INTO sites", "INSERT INTO alternatives", "INSERT INTO known_words", "INSERT INTO rate_counters"])(
  "if D1 fails at %s, nothing of a new site is stored",
  async (part) => {
    const before = await contents();
    const response = await anna.post("/api/sites/", siteBody(other), failingAt(part));
    expect(await readResponse(response)).toEqual(unavailable);
    expect(loggedErrors.splice(0)).toHaveLength(1);
    expect(await contents()).toBe(before);
  },
);

test.each(["UPDATE sites", "INSERT INTO products", "INSERT INTO articles", "DELETE FROM reindex_later"])(
  "if D1 fails at %s, a changed site stays as it was",
  async (part) => {
    const before = await contents();
    const body = { ...siteBody(other), updated_at: site.updated_at };
    const response = await anna.put(`/api/sites/${site.id}/`, body, failingAt(part));
    expect(await readResponse(response)).toEqual(unavailable);
    expect(loggedErrors.splice(0)).toHaveLength(1);
    expect(await contents()).toBe(before);
  },
);

test("if D1 fails during the deletion of a site, the site stays complete", async () => {
  const before = await contents();
  expect(
    await readResponse(await anna.delete(`/api/sites/${site.id}/`, undefined, failingAt("DELETE FROM sites"))),
  ).toEqual(unavailable);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await contents()).toBe(before);
});
