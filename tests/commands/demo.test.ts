// @module-tag long
import { createReadStream } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { countFacts, type Facts, type FactSources } from "#schema/facts/facts.ts";
import { ROOT, openStore, type Store } from "#worker/commands/bindings.ts";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { readLines } from "#worker/commands/read-lines.ts";
import { productSlug } from "#worker/names/products.ts";
import { COMMAND_MS, createMigratedState } from "../support/command.ts";

test("the next load of demo content completes an interrupted one", { timeout: COMMAND_MS }, async () => {
  await createMigratedState();
  const store = await openStore();
  onTestFinished(() => store.close());
  const rows = async () =>
    (
      await store.db.$client
        .prepare(
          "SELECT (SELECT count(*) FROM sites WHERE owner_id = (SELECT id FROM users WHERE email LIKE 'owner@%')) AS sites, " +
            "(SELECT count(*) FROM users) AS users, (SELECT count(*) FROM blog_posts) AS posts, " +
            "(SELECT count(*) FROM site_images JOIN uploads ON key = upload_key WHERE is_shown) AS images",
        )
        .all()
    ).results[0] as { sites: number; users: number; posts: number; images: number };
  let calls = 0;
  const media = { put: () => Promise.resolve() } as unknown as Store["media"];
  const cutOff = new Proxy(store.db, {
    get(target, name) {
      if (name === "insert" && (calls += 1) > 2) throw new Error("Killed");
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await expect(loadDemo({ ...store, media, db: cutOff }, Date.now())).rejects.toThrow("Killed");
  expect(await rows()).toEqual({ sites: 0, users: 2, posts: 1, images: 0 });

  await loadDemo({ ...store, media }, Date.now());
  expect(await rows()).toEqual({ sites: 44, users: 2, posts: 3, images: 98 });
});

type DemoSite = {
  name: string;
  alternatives: { name: string; link: string }[];
  facts: Facts;
  fact_sources: FactSources;
  facts_checked_at: string;
};

async function demoSites(): Promise<DemoSite[]> {
  const sites: DemoSite[] = [];
  for await (const line of readLines(createReadStream(path.join(ROOT, "worker/commands/demo/sites.jsonl"))))
    sites.push(JSON.parse(String(line)) as DemoSite);
  return sites;
}

test("each demo site states facts with sources, and imports from products of the demo content only", async () => {
  const sites = await demoSites();
  const products = new Set(
    sites.flatMap(({ alternatives }) => alternatives.map(({ name, link }) => productSlug(name, link))),
  );
  for (const { name, facts, fact_sources: sources, facts_checked_at: day } of sites) {
    expect(countFacts(facts), name).toBeGreaterThanOrEqual(8);
    expect(Object.keys(sources).length, name).toBeGreaterThan(0);
    expect(day, name).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(facts.imports_from?.filter((slug) => !products.has(slug)) ?? [], name).toEqual([]);
  }
});
