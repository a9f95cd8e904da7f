// @module-tag long
import { execFileSync } from "node:child_process";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";
import { ZONE_FEATURES } from "#worker/commands/deploy/left-to-do.ts";
import { requireBuiltSite } from "../../support/built-site.ts";
import { ANSWERS, useOperator } from "./operator.ts";
import { EMPTY, type Fault, type State } from "./stand-in/state.ts";

const RUNS_MS = 240_000;
const REFUSED = "A request to the Cloudflare API failed. Authentication error [code: 10000]";

beforeAll(requireBuiltSite, RUNS_MS);

/** Each step of a first deployment, by the call that takes effect in it. */
const STEPS = [
  "deploy --config production-share.json",
  "d1 create directory --location weur",
  "PATCH /d1/database/",
  "queues create directory-dead-letters",
  "email sending enable mail.directory.test",
  "d1 migrations apply DB --remote --config production.json",
  "deploy --config production.json",
];

describe("a deployment", { timeout: RUNS_MS }, () => {
  test("that is cut after each step is completed by the next run, and a further run changes only the code", async () => {
    const { deploy, read, left } = await useOperator();
    for (const call of STEPS)
      expect(await deploy(["--yes"], ANSWERS, { call, isCut: true }), call).not.toMatchObject({ code: 0 });
    const { SECRET_KEY: key } = read().workers["directory"]!.secrets;
    // Nobody gave the answers again: they are in the file.
    const { code, output } = await deploy();
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("https://directory.test works.") });

    const { workers, ...account } = read();
    expect(account).toMatchObject({
      databases: [{ name: "directory", region: "weur", hasCopies: true }],
      namespaces: [{ title: "directory-sessions" }],
      buckets: ["directory-media"],
      mailDomains: { "mail.directory.test": "yes" },
    });
    expect(account.databases[0]!.migrations.length).toBeGreaterThan(10);
    expect(account.queues).toContain("directory-dead-letters");
    expect(Object.keys(workers).toSorted()).toEqual(["directory", "directory-share"]);
    expect(workers["directory"]!.domain).toBe("directory.test");

    // The key is made once, and nothing but Cloudflare has it.
    expect(workers["directory"]!.secrets).toEqual({ SECRET_KEY: key });
    expect(Buffer.from(key!, "base64")).toHaveLength(32);
    expect(output).not.toContain(key);
    for (const { name, text } of left()) expect(text.includes(key!), name).toBe(false);
    expect(left()).toHaveLength(3);

    const again = await deploy();
    const isFirst = (call: string) => / (create|enable) directory /.test(call) || call.startsWith("email");
    const changes = STEPS.filter((call) => !isFirst(call)).map((call) => expect.stringContaining(call));
    expect(again).toMatchObject({ code: 0, changes });
  });

  test("names what is left to do, and the real Wrangler takes what it writes", async () => {
    const { deploy, folder } = await useOperator({ dns: { "_dmarc.mail.directory.test": ["v=DMARC1; p=none"] } });
    const { output } = await deploy(["--yes"], ANSWERS);
    expect(output).toMatch(/Mail from mail\.directory\.test: will be turned on\. .+ p=reject.+ now: v=DMARC1; p=none/);
    const todo = output.slice(output.indexOf("Left to do:"));
    expect(todo).toContain("Nothing receives mail at help@mail.directory.test.");
    expect(todo).toContain("Sign-ups answer 503 after 80 mails a day, because MAIL_DAILY_LIMIT is 100.");
    expect(todo).toContain(
      "Payments are closed. worker/OPERATE.md, “Stripe”, has the steps. Missing: STRIPE_PUBLISHABLE_KEY",
    );
    expect(todo).toContain("npm run staff -- add EMAIL --superuser --remote`");
    for (const feature of ZONE_FEATURES) expect(todo).toContain(feature);
    expect(todo).not.toContain("Nobody can sign up");
    for (const name of ["production", "production-share"]) {
      const args = ["deploy", "--dry-run", "--config", path.join(folder, `deploy/${name}.json`)];
      const real = path.join(ROOT, "node_modules/.bin/wrangler");
      const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
      const said = execFileSync(real, args, { cwd: folder, env, encoding: "utf8" });
      expect(said).toContain("--dry-run: exiting now.");
    }
  });

  test("of another environment has names of its own, and Workers Builds does not rename the second Worker", async () => {
    const { deploy, read } = await useOperator();
    const ci = { ...ANSWERS, WORKERS_CI: "1", WRANGLER_CI_OVERRIDE_NAME: "directory-staging" };
    expect(await deploy(["--env", "staging"], ci)).toMatchObject({ code: 0 });
    const { workers, databases, buckets, queues } = read();
    expect(Object.keys(workers)).toEqual(["directory-staging-share", "directory-staging"]);
    expect(databases).toMatchObject([{ name: "directory-staging" }]);
    expect(buckets).toEqual(["directory-staging-media"]);
    expect(queues.every((name) => name.startsWith("directory-staging-"))).toBe(true);
  });

  test("that only looks changes nothing, and writes the configuration for other commands", async () => {
    const { deploy, left } = await useOperator({ databases: [{ uuid: "1-2-3", name: "directory", migrations: [] }] });
    const fault = { call: "email", says: "refused [code: 2036]" };
    const { code, output, changes } = await deploy(["--dry-run"], ANSWERS, fault);
    expect(code).toBe(0);
    expect(changes).toEqual([]);
    expect(output).toContain("Mail from mail.directory.test: could not be checked");
    expect(left().find(({ name }) => name.endsWith("production.json"))!.text).toContain('"database_id": "1-2-3"');
  });
});

/** A directory that runs with the version `one`. */
const worker = { current: "one", secrets: { SECRET_KEY: "key" }, domain: "directory.test" };
const RUNNING: Partial<State> = {
  databases: [{ uuid: "1-2-3", name: "directory", migrations: [] }],
  queues: ["directory-dead-letters"],
  mailDomains: { "mail.directory.test": "yes" },
  workers: { directory: worker },
  // Of the directory itself.
  dns: { "directory.test": ["192.0.2.2"] },
};
const moved = { ...worker, domain: "old.test" };

async function play(says: RegExp, account: Partial<State>, fault?: Fault, args = ["--yes"], env = {}) {
  const { deploy, read } = await useOperator({ ...RUNNING, ...account });
  const { code, output } = await deploy(args, { ...ANSWERS, ...env }, ...(fault ? [fault] : []));
  expect(output).toMatch(says);
  expect(output).not.toMatch(/\n\s+at /);
  return `${code}, visitors get ${read().workers["directory"]!.current === "one" ? "the old version" : "the new version"}`;
}

const NEW = "0, visitors get the new version";
const KEPT = "1, visitors get the old version";
const UNCHECKED = "1, visitors get the new version";

test.each<[call: string, says: string, output: RegExp, result: string]>([
  ["PATCH /d1", "no", /works\.[\s\S]+No copies of the database near visitors: Cloudflare refused a call: no/, NEW],
  ["GET /workers/domains", "no", /works\./, NEW],
  ["d1 migrations", "no table", /no table\nA migration failed and changed nothing\..+Nothing was uploaded/, KEPT],
  ["d1 list", REFUSED, /Cloudflare refused.+ Give CLOUDFLARE_API_TOKEN the permissions/, KEPT],
  ["queues create", REFUSED, /Cloudflare refused.+ Give CLOUDFLARE_API_TOKEN the permissions/, KEPT],
  [
    "deploy --config production.json",
    "Please enable R2 [code: 10042]",
    /R2, the store of images, is not switched on/,
    KEPT,
  ],
])("%s says “%s”", { timeout: RUNS_MS }, async (call, says, output, result) => {
  expect(await play(output, {}, { call, says })).toBe(result);
});

test("a failed check is undone, and a check that learns nothing is not", { timeout: RUNS_MS }, async () => {
  const undone = /Left to do[\s\S]+d1 is damaged.+\nVisitors get the version before again: one\./;
  expect(await play(undone, { site: "damaged" })).toBe(KEPT);
  expect(await play(/Somebody has deployed theirs since\./, { site: "overtaken" })).toBe(UNCHECKED);
  expect(await play(/Bot Fight Mode off[\s\S]+challenged the check/, { site: "challenged" })).toBe(UNCHECKED);
  const elsewhere = { workers: { directory: moved }, dns: {}, site: "away" } as const;
  expect(await play(/did not answer with the new version within 10 minutes\. So nothing/, elsewhere)).toBe(UNCHECKED);
});

test.each<[title: string, account: Partial<State>, output: RegExp]>([
  ["a free plan", { isFree: true }, /This account has no Workers Paid/],
  [
    "another Worker",
    { workers: { directory: { ...worker, secrets: {} } } },
    /“directory” that this command has not made/,
  ],
  ["another Worker's domain", { workers: { directory: moved, other: worker } }, /belongs to the Worker other now/],
  ["a DNS record", { workers: { directory: moved }, dns: { "directory.test": ["::1"] } }, /a DNS record now \(::1\)/],
  ["several accounts", { accounts: [...EMPTY.accounts, { id: "b", name: "Others" }] }, /People a{32}, Others b/],
])("%s stops a run", { timeout: RUNS_MS }, async (_, account, output) => {
  expect(await play(output, account)).toBe(KEPT);
});

test("mail never stops a run", { timeout: RUNS_MS }, async () => {
  const off = { mailDomains: {} };
  const says = "refused [code: 2036]";
  const left = /works\.[\s\S]+Mail from mail\.directory\.test is not on, or was not checked: refused .+Onboard Domain/;
  expect(await play(left, off, { call: "email sending list", says })).toBe(NEW);
  expect(
    await play(/works\.[\s\S]+1\. Mail from .+ is not on.+: refused/, off, { call: "email sending enable", says }),
  ).toBe(NEW);
});

test("what cannot be undone, or nobody agrees to, is said", { timeout: RUNS_MS }, async () => {
  const byHand = /Visitors still get the new version: Not now\.\nPut the version before back by hand: .+ rollback one/;
  expect(await play(byHand, { site: "damaged" }, { call: "rollback", says: "Not now." })).toBe(UNCHECKED);
  const late = { call: "deploy --config production.json", isAfter: true, says: "no zone" };
  expect(await play(/may get the new version already.+rollback one[\s\S]+no zone/, {}, late)).toBe(UNCHECKED);
  expect(await play(/Nobody can say yes here/, {}, undefined, [])).toBe(KEPT);
  const ofBuilds = /The token that Workers Builds makes lacks D1, Queues, Zone and Email Sending/;
  expect(await play(ofBuilds, {}, { call: "d1 list", says: REFUSED }, [], { WORKERS_CI: "1" })).toBe(KEPT);
});
