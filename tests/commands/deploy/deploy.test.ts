import { beforeAll, expect, test } from "vitest";
import { requireBuiltSite } from "../../support/built-site.ts";
import type { Match } from "../../support/cloudflare/faults.ts";
import { ANSWERS, changesOf, useOperator } from "./support.ts";

/** A run starts wrangler three times, which takes seconds on a busy machine. */
const RUNS_MS = 240_000;

beforeAll(requireBuiltSite, RUNS_MS);

/** A query of wrangler's migrations: the first two create and read its table. This command reads first. */
function nthMigration(nth: number): Match {
  let queries = 0;
  return ({ method, path }) => method === "POST" && path.endsWith("/query") && ++queries === 3 + nth;
}

/** Each step of a first deployment, by the call that takes effect in it. */
const STEPS: Match[] = [
  "PUT /workers/scripts/directory-share",
  "POST /d1/database",
  "POST /storage/kv/namespaces",
  "POST /r2/buckets",
  "PUT /r2/buckets/directory-media/lifecycle",
  "POST /queues",
  "POST /email/sending/subdomains",
  nthMigration(2),
  "PUT /workers/scripts/directory",
  "PUT /workers/scripts/directory/schedules",
  "PUT /workers/domains",
];

test("a first run that is cut after each step is completed by the next one", { timeout: RUNS_MS }, async () => {
  const { cloudflare, deploy, stop, leftFiles, temporary } = await useOperator();
  for (const step of STEPS) {
    const start = performance.now();
    cloudflare.failNext(step, { cut: "after", afterwards: stop });
    expect(await deploy(["--yes"], ANSWERS), String(step)).not.toMatchObject({ code: 0 });
    console.info(String(step), performance.now() - start);
  }
  const { code, output } = await deploy();
  expect(output).toContain("https://directory.test works.");
  expect(code).toBe(0);

  const { account } = cloudflare;
  expect(account.databases).toMatchObject([
    { name: "directory", running_in_region: "WEUR", read_replication: { mode: "auto" } },
  ]);
  expect(account.namespaces).toMatchObject([{ title: "directory-sessions" }]);
  expect(account.buckets).toMatchObject([
    { name: "directory-media", rules: [{ enabled: true, conditions: { prefix: "remote/" } }] },
  ]);
  expect(account.domains).toMatchObject([{ hostname: "directory.test", service: "directory" }]);
  expect(account.scripts.map(({ name }) => name).toSorted()).toEqual(["directory", "directory-share"]);
  const worker = account.scripts.find(({ name }) => name === "directory")!;
  expect(worker.crons).toMatchObject([{ cron: "*/10 * * * *" }]);
  expect(worker.subdomain.enabled).toBe(false);
  for (const queue of account.queues) expect(queue.consumers).toMatchObject([{ script: "directory" }]);

  // The key is made once, and nothing but Cloudflare has it.
  const keys = worker.versions.map(({ bindings }) => bindings.find(({ name }) => name === "SECRET_KEY")?.["text"]);
  expect(new Set(keys).size).toBe(1);
  expect(Buffer.from(String(keys[0]), "base64")).toHaveLength(32);
  for (const { name, text } of leftFiles()) expect(text.includes(String(keys[0])), name).toBe(false);
  expect(output).not.toContain(keys[0]);
  expect(leftFiles().filter(({ name }) => name.startsWith(temporary) && /deploy-/.test(name))).toEqual([]);
});
