import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { SYNONYMS_KEY } from "#worker/features/search/synonyms.ts";
import { vocabularyReader } from "#worker/features/search/read-vocabulary.ts";
import type { SitePage } from "#schema/sites.ts";
import { request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";

const names = async (q: string) => {
  const response = await request(`/api/saas/?${new URLSearchParams({ q })}`);
  return ((await response.json()) as SitePage).results.map(({ name }) => name);
};
const store = (value: string) => env.SESSIONS.put(SYNONYMS_KEY, value);

test("a search knows the synonyms of staff, in the stated direction", async () => {
  await insertSite({ name: "Fotobox", description: "For zorbing" });
  await insertSite({ name: "Ball", description: "For globeriding" });
  await store(JSON.stringify([{ from: "globeriding", to: "zorbing", isBothWays: false }]));
  expect(await names("globeriding")).toEqual(expect.arrayContaining(["Fotobox", "Ball"]));
  expect(await names("zorbing")).toEqual(["Fotobox"]);
  await store(JSON.stringify([{ from: "globeriding", to: "zorbing", isBothWays: true }]));
  expect(await names("zorbing")).toEqual(expect.arrayContaining(["Fotobox", "Ball"]));
});

test("broken synonyms do not break a search", async () => {
  await insertSite({ name: "Zorb" });
  for (const value of ["", "{", "null", '[{"from":1}]', '{"from":"a"}']) {
    // oxlint-disable-next-line no-await-in-loop -- Each value replaces the one before.
    await store(value);
    // oxlint-disable-next-line no-await-in-loop -- See above.
    expect([value, await names("zorb")]).toEqual([value, ["Zorb"]]);
  }
});

test("if KV does not answer, a search knows the former synonyms", async () => {
  const broken = { get: () => Promise.reject(new Error("KV is down")) } as unknown as KVNamespace;
  await store(JSON.stringify([{ from: "globeriding", to: "zorbing", isBothWays: false }]));
  const known = await vocabularyReader(env.SESSIONS)("x");
  expect(await vocabularyReader(broken)("x")).toBe(known);
  expect(await vocabularyReader(broken)("")).toBeUndefined();
});
