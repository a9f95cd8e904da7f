// @module-tag long
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { requireBuiltSite } from "../../support/built-site.ts";
import type { Match } from "../../support/cloudflare/faults.ts";
import { ANSWERS, changesOf, type Operator, PERMISSIONS, useOperator } from "./support.ts";

/** A run may start wrangler three times, which takes seconds on a busy machine. */
const RUNS_MS = 480_000;

beforeAll(requireBuiltSite, RUNS_MS);

/** A query of wrangler's migrations: this command reads first, then wrangler creates and reads its table. */
function nthMigration(nth: number): Match {
  let queries = 0;
  return ({ method, path }) => method === "POST" && path.endsWith("/query") && ++queries === 3 + nth;
}

/** Each step of a first deployment, by the call that takes effect in it. */
const STEPS: [step: string, match: Match][] = [
  ["the Worker that draws images", "PUT /workers/scripts/directory-share"],
  ["the database", "POST /d1/database"],
  ["the namespace", "POST /storage/kv/namespaces"],
  ["the bucket", "POST /r2/buckets"],
  ["its rule", "PUT /r2/buckets/directory-media/lifecycle"],
  ["the first queue", "POST /queues"],
  ["mail", "POST /email/sending/subdomains"],
  ["the second migration", nthMigration(2)],
  ["the Worker", "PUT /workers/scripts/directory"],
  ["its address", "PUT /workers/domains"],
];

/** One directory at one account, from the first run on. */
describe("a directory", { timeout: RUNS_MS }, () => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await useOperator();
    return operator.end;
  });
  const workerOf = (name: string) => operator.cloudflare.account.scripts.find((script) => script.name === name)!;

  test("a run that is cut after each step is completed by the next one", async () => {
    const { cloudflare, deploy, stop, leftFiles } = operator;
    for (const [step, match] of STEPS) {
      cloudflare.failNext(match, { cut: "after", afterwards: stop });
      expect(await deploy(["--yes"], ANSWERS), step).not.toMatchObject({ code: 0 });
    }
    const [zone] = cloudflare.account.zones;
    const record = { id: "1", type: "A", name: "directory.test", content: "192.0.2.1", proxied: true };
    // Somebody makes a DNS record of the host, which this command leaves alone.
    zone!.records.push(record);
    cloudflare.account.domains.length = 0;
    expect((await deploy()).output).toContain("directory.test has a DNS record, which would keep visitors away");
    expect(cloudflare.account.domains).toEqual([]);
    expect(zone!.records).toEqual([record]);
    zone!.records.length = 0;
    // Nobody gave the answers again: they are in the file.
    const { code, output } = await deploy();
    expect(output).toContain("https://directory.test works.");
    expect(code).toBe(0);

    const { account } = cloudflare;
    expect(account.databases).toMatchObject([
      { name: "directory", running_in_region: "WEUR", read_replication: { mode: "auto" } },
    ]);
    expect(account.namespaces).toMatchObject([{ title: "directory-sessions" }]);
    // A new bucket has a rule of its own, which stays.
    expect(account.buckets).toMatchObject([
      {
        name: "directory-media",
        rules: [{ id: "Default Multipart Abort Rule" }, { conditions: { prefix: "remote/" } }],
      },
    ]);
    expect(account.domains).toMatchObject([{ hostname: "directory.test", service: "directory" }]);
    expect(account.scripts.map(({ name }) => name).toSorted()).toEqual(["directory", "directory-share"]);
    expect(workerOf("directory-share").versions).toHaveLength(1);
    expect(workerOf("directory").crons).toMatchObject([{ cron: "*/10 * * * *" }]);
    expect(workerOf("directory").subdomain.enabled).toBe(false);
    expect(account.queues.length).toBeGreaterThan(3);
    for (const queue of account.queues) expect(queue.consumers).toMatchObject([{ script: "directory" }]);

    // The key is made once, and nothing but Cloudflare has it.
    const keys = workerOf("directory").versions.map(
      ({ bindings }) => bindings.find(({ name }) => name === "SECRET_KEY")?.["text"],
    );
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(String(keys[0]), "base64")).toHaveLength(32);
    expect(output).not.toContain(keys[0]);
    for (const { name, text } of leftFiles()) expect(text.includes(String(keys[0])), name).toBe(false);
    expect(leftFiles().filter(({ name }) => name.includes("secrets"))).toEqual([]);

    // What is left is listed, and nothing that is done: mail works.
    const todo = output.slice(output.indexOf("Left to do:"));
    expect(todo).toContain("https://directory.test/api/stripe/webhook/");
    expect(todo).toContain("npm run staff -- add EMAIL --superuser --remote`");
    expect(todo).not.toContain("Mail");
  });

  test("a second run changes nothing but the code", async () => {
    const { cloudflare, deploy } = operator;
    const before = cloudflare.calls.length;
    const uploads = workerOf("directory").versions.length;
    const { account } = cloudflare;
    await cloudflare.runtime.query(account.databases[0]!.uuid, [
      {
        sql: "INSERT INTO users (email, is_superuser, created_at, updated_at) VALUES ('a@b.test', 1, 1, 1)",
        params: [],
      },
    ]);
    const [sending] = account.zones[0]!.sending;
    sending!.enabled = false;
    const { code, output } = await deploy();
    sending!.enabled = true;
    expect(code).toBe(0);
    expect(changesOf(cloudflare, before)).toEqual([]);
    expect(workerOf("directory").versions).toHaveLength(uploads + 1);
    expect(workerOf("directory-share").versions).toHaveLength(1);
    // What mail still needs, the way back, and no superuser to make.
    expect(output).toContain("these DNS records of directory.test are not confirmed yet");
    expect(output).toContain("MX cf-bounce.directory.test 10 route1.mx.cloudflare.net");
    expect(output).toMatch(/npx wrangler d1 time-travel restore DB --bookmark=[0-9a-f-]+ --config \S+production\.json/);
    expect(output).not.toContain("npm run staff");
  });

  test("a failed check returns to the version before", async () => {
    const { cloudflare, deploy } = operator;
    const [before] = workerOf("directory").deployments[0]!.versions;
    const [database] = cloudflare.account.databases;
    const run = (sql: string) => cloudflare.runtime.query(database!.uuid, [{ sql, params: [] }]);
    await run("ALTER TABLE counters RENAME TO lost");
    const { code, output } = await deploy();
    expect(output).toContain("/api/health/ says: d1 is damaged or not migrated.");
    expect(output).toContain(`Visitors get the version before again: ${before!.version_id}.`);
    expect(code).toBe(1);
    expect(workerOf("directory").deployments[0]!.versions).toEqual([before]);
    await run("ALTER TABLE lost RENAME TO counters");
  });

  test("a failed migration uploads nothing", async () => {
    const { cloudflare, deploy } = operator;
    const uploads = workerOf("directory").versions.length;
    const [database] = cloudflare.account.databases;
    const run = (sql: string) => cloudflare.runtime.query(database!.uuid, [{ sql, params: [] }]);
    // The table of this migration exists already.
    await run("UPDATE d1_migrations SET name = 'x' || name WHERE name LIKE '0005%'");
    const { code, output } = await deploy();
    expect(output).toMatch(/already exists[\s\S]+A migration failed and changed nothing\..+Nothing was uploaded/);
    expect(code).toBe(1);
    expect(workerOf("directory").versions).toHaveLength(uploads);
    await run("UPDATE d1_migrations SET name = substr(name, 2) WHERE name LIKE 'x%'");
  });

  test("staging shares nothing with production", async () => {
    const { cloudflare, deploy } = operator;
    const before = structuredClone({ ...cloudflare.account, assets: undefined });
    const staging = { SITE_URL: "workers.dev", SUPPORT_EMAIL: "help@directory.test", SITE_NAME: 'Try "it" #1' };
    const stripe = {
      STRIPE_PUBLISHABLE_KEY: "pk_live_1",
      STRIPE_SECRET_KEY: "sk_live_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      OPERATOR_NAME: "Directory Ltd",
      OPERATOR_ADDRESS: "1 Long Street, 12345 Town, Ireland",
    };
    const google = { GOOGLE_CLIENT_ID: "1.apps.googleusercontent.com" };
    const { code, output } = await deploy(["--env", "staging", "--yes"], { ...staging, ...stripe, ...google });
    expect(output).toContain("https://directory-staging.people.workers.dev works.");
    expect(output).not.toContain("Payments are closed");
    expect(output).toContain("https://directory-staging.people.workers.dev/google-login/callback");
    expect(output).toContain("--remote --env staging`");
    expect(code).toBe(0);
    const { account } = cloudflare;
    expect(account.databases.slice(1)).toMatchObject([{ name: "directory-staging" }]);
    expect(account.namespaces.slice(1)).toMatchObject([{ title: "directory-staging-sessions" }]);
    expect(account.buckets.slice(1)).toMatchObject([{ name: "directory-staging-media" }]);
    expect(account.queues.slice(before.queues.length).map(({ queue_name: name }) => name)).toEqual(
      before.queues.map(({ queue_name: name }) => name.replace("directory-", "directory-staging-")),
    );
    const consumers = account.queues.slice(before.queues.length).flatMap((queue) => queue.consumers);
    const deadLetters = consumers.flatMap(({ dead_letter_queue: name }) => name ?? []);
    expect(new Set(deadLetters)).toEqual(new Set(["directory-staging-dead-letters"]));
    expect(account.databases[0]).toEqual(before.databases[0]);
    expect(workerOf("directory").versions).toHaveLength(
      before.scripts.find(({ name }) => name === "directory")!.versions.length,
    );
    const { bindings } = workerOf("directory-staging").versions.at(-1)!;
    const valueOf = (name: string) => bindings.find((binding) => binding.name === name)!;
    expect(valueOf("SITE_NAME")["text"]).toBe(staging.SITE_NAME);
    expect(valueOf("SHARE")["service"]).toBe("directory-staging-share");
    const own = workerOf("directory").versions.at(-1)!.bindings;
    for (const name of ["FETCH_LIMIT", "SECRET_KEY"]) {
      const { namespace_id: counter, text } = own.find((binding) => binding.name === name)!;
      expect(valueOf(name)).not.toMatchObject(counter ? { namespace_id: counter } : { text });
    }
  });
});

describe("what cannot be deployed says what to do", { timeout: RUNS_MS }, () => {
  async function startOperator(options?: Parameters<typeof useOperator>[0]) {
    const operator = await useOperator(options);
    onTestFinished(operator.end);
    return operator;
  }
  test("answers that are missing are named, and nothing is asked of Cloudflare's products", async () => {
    const { cloudflare, deploy } = await startOperator();
    const { code, output } = await deploy([]);
    expect(output).toMatch(
      /^These answers are missing:\n {2}SITE_URL \(or --site-url\): .+\n {2}SUPPORT_EMAIL \(or --support-email\): /,
    );
    expect(code).toBe(1);
    expect(changesOf(cloudflare)).toEqual([]);
  });

  test("--dry-run shows the plan and changes nothing", async () => {
    const { cloudflare, deploy, leftFiles } = await startOperator();
    const { code, output } = await deploy([
      "--dry-run",
      "--site-url",
      "directory.test",
      "--support-email",
      "help@directory.test",
    ]);
    expect(output).toContain("D1 database directory");
    expect(output).toContain("Name: Switchlist. Mails come from help@directory.test.");
    expect(output).toMatch(/will be made in Western Europe \(weur\)/);
    expect(output).toMatch(/A month costs at most \d+\.\d\d USD for 10,000 visits/);
    expect(output).toContain("Nothing was changed (--dry-run).");
    expect(code).toBe(0);
    expect(cloudflare.calls.every(({ method }) => method === "GET")).toBe(true);
    expect(leftFiles().filter(({ name }) => name.endsWith(".env"))).toEqual([]);
  });

  test("without a terminal, nothing happens without --yes", async () => {
    const { cloudflare, deploy } = await startOperator();
    const { code, output } = await deploy([], ANSWERS);
    expect(output).toContain("Nobody can say yes here. Read the plan above, then run this command again with --yes.");
    expect(code).toBe(1);
    expect(changesOf(cloudflare)).toEqual([]);
  });

  test("a wrong token is told from a missing permission", async () => {
    const { deploy } = await startOperator();
    const { code, output } = await deploy(["--yes"], { ...ANSWERS, CLOUDFLARE_API_TOKEN: `wrong-${randomUUID()}` });
    expect(output).toContain("Cloudflare refuses CLOUDFLARE_API_TOKEN: it is wrong, expired or revoked.");
    expect(code).toBe(1);
  });

  test(
    "a token that may read Workers and not change them is told so by the upload",
    async () => {
      const permissions = PERMISSIONS.map((one) => (one === "Workers Scripts:Edit" ? "Workers Scripts:Read" : one));
      const { cloudflare, deploy } = await startOperator({ tokens: [{ value: "token-that-reads", permissions }] });
      const { output } = await deploy(["--yes"], ANSWERS);
      expect(output).toContain("lacks the permission “Account, Workers Scripts, Edit”");
      expect(changesOf(cloudflare)).toEqual([]);
    },
    RUNS_MS,
  );

  test(
    "an account without Workers Paid is refused before anything is made",
    async () => {
      const { cloudflare, deploy } = await startOperator({ plan: "free" });
      const { code, output } = await deploy(["--yes"], ANSWERS);
      expect(output).toContain("This account has no Workers Paid, which the directory needs");
      expect(code).toBe(1);
      expect(changesOf(cloudflare)).toEqual([]);
      expect(cloudflare.account.scripts).toEqual([]);
    },
    RUNS_MS,
  );

  test("several accounts are listed, and none is guessed", async () => {
    const { cloudflare, deploy } = await startOperator({ otherAccounts: ["Another"] });
    const { code, output } = await deploy(["--yes"], ANSWERS);
    expect(output).toContain("CLOUDFLARE_ACCOUNT_ID (or --cloudflare-account-id)");
    for (const { id, name } of cloudflare.accounts) expect(output).toContain(`${name} ${id}`);
    expect(code).toBe(1);
  });

  test("Workers Builds takes the address at workers.dev, and needs no yes", async () => {
    const { deploy } = await startOperator();
    const { output } = await deploy(["--dry-run"], { WORKERS_CI: "1", SUPPORT_EMAIL: ANSWERS.SUPPORT_EMAIL });
    expect(output).toContain("production: https://directory.people.workers.dev (workers.dev)");
    expect(output).toContain("Nothing was changed");
  });
});
