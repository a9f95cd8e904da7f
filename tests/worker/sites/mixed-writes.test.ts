import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { NOW } from "../support/app.ts";
import {
  expectCountersToEqualTables,
  expectIndexToEqualTables,
  expectKnownWordsToEqualTables,
} from "../support/derived-data.ts";
import { randomFrom } from "../support/random.ts";
import { listSite } from "../support/own-sites.ts";
import { BERT, logInNew } from "../support/people.ts";

const PRODUCTS = ["Slack", "Zoom", "slack.com", "Discord", "Teams"];
const CATEGORIES = ["communication", "finance", "security"];

test("counters, search index and known words stay correct with concurrent saves, likes and deletions", async () => {
  const people = [await logInNew(), await logInNew({ email: BERT, isStaff: true })];
  const sites: EditableSite[] = [];
  for (const [at, person] of [...people, ...people].entries()) {
    sites.push(await listSite(person, { name: `Site ${at}`, link: `https://site-${at}.example/` }));
  }
  await env.DB.prepare("UPDATE sites SET granted_until = ? WHERE id = 2")
    .bind(NOW + DAY_MS)
    .run();

  const { pick, next } = randomFrom(7);
  const body = () => ({
    name: `${pick(PRODUCTS)} killer`,
    link: pick(["https://bit.ly/3abc", `https://${pick(PRODUCTS)}-${next()}.example/`]),
    description: `Better than ${pick(PRODUCTS)}`,
    category: pick(CATEGORIES),
    facts: pick([{}, { open_source: true }, { pricing: "paid", platforms: ["web", "linux"] }, { platforms: ["web"] }]),
    alternatives: pick([[], [pick(PRODUCTS)], [pick(PRODUCTS), pick(PRODUCTS)]]).map((name) => ({
      name,
      link: `https://${name}.example/`,
    })),
  });
  const statuses = new Set<number>();
  for (let round = 0; round < 8; round++) {
    const writes = Array.from({ length: 6 }, () => {
      const { id } = pick(sites);
      const person = pick(people);
      return pick([
        () => person.put(`/api/sites/${id}/`, body()),
        () => person.put(`/api/sites/${id}/`, body()),
        () => person.post(`/api/sites/${id}/like/`),
        () => person.post(`/api/sites/${id}/unlike/`),
        () => person.post("/api/sites/", { ...body(), blog: { content: "Words" } }),
        () => person.delete(`/api/sites/${pick(sites.slice(2)).id}/`),
      ])();
    });
    for (const { status } of await Promise.all(writes)) statuses.add(status);
    await expectCountersToEqualTables();
  }
  expect(Math.max(...statuses)).toBeLessThan(500);
  expect([200, 201, 204, 404, 409].filter((status) => !statuses.has(status))).toEqual([]);
  await expectIndexToEqualTables();
  await expectKnownWordsToEqualTables();
});
