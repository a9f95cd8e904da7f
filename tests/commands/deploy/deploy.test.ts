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
  "deploy --config SHARE",
  "d1 create",
  "PATCH /d1/database",
  "queues create",
  "email sending enable",
  "d1 migrations apply",
  "deploy --config",
];

describe("a deployment", { timeout: RUNS_MS }, () => {
  test("that is cut after each step is completed by the next run, and a further run changes only the code", async () => {
    const { deploy, read, folder, left } = await useOperator();
    for (const step of STEPS) {
      const call = step.replace("SHARE", path.join(folder, "deploy/production-share.json"));
      const isLast = step === "deploy --config";
      const cut = { call: isLast ? `${call} ${path.join(folder, "deploy/production.json")}` : call, isCut: true };
      expect(await deploy(["--yes"], ANSWERS, cut), step).not.toMatchObject({ code: 0 });
    }
    const { SECRET_KEY: key } = read().workers["directory"]!.secrets;
    // Nobody gave the answers again: they are in the file.
    const { code, output } = await deploy();
    expect(output).toContain("https://directory.test works.");
    expect(code).toBe(0);

    const { workers, ...account } = read();
    expect(account).toMatchObject({
      databases: [{ name: "directory", region: "weur", hasCopies: true }],
      namespaces: [{ title: "directory-sessions" }],
      buckets: ["directory-media"],
      mailDomains: ["mail.directory.test"],
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
    expect(
      left()
        .map(({ name }) => path.basename(name))
        .toSorted(),
    ).toEqual(["production-share.json", "production.env", "production.json"]);

    const again = await deploy();
    expect(again.code).toBe(0);
    expect(again.changes).toEqual([
      "deploy production-share",
      "PATCH /d1/database",
      "queues create directory-dead-letters",
      "d1 migrations apply DB",
      "deploy production",
    ]);
  });

  test("names what is left to do, and the real Wrangler takes what it writes", async () => {
    const { deploy, folder } = await useOperator({ dns: { "_dmarc.mail.directory.test": ["v=DMARC1; p=none"] } });
    const { output } = await deploy(["--yes"], ANSWERS);
    expect(output).toMatch(/Mail from mail\.directory\.test: will be turned on\. .+ p=reject.+ now: v=DMARC1; p=none/);
    const todo = output.slice(output.indexOf("Left to do:"));
    expect(todo).toContain("Nothing receives mail at help@mail.directory.test. Turn on Email Routing");
    expect(todo).toContain("Sign-ups answer 503 after 80 mails a day, because MAIL_DAILY_LIMIT is 100.");
    expect(todo).toContain("https://directory.test/api/stripe/webhook/");
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
    const { code, output, changes } = await deploy(["--dry-run"], ANSWERS, {
      call: "email",
      says: "refused [code: 2036]",
    });
    expect(code).toBe(0);
    expect(changes).toEqual([]);
    expect(output).toContain("Mail from mail.directory.test: could not be checked");
    expect(left().find(({ name }) => name.endsWith("production.json"))!.text).toContain('"database_id": "1-2-3"');
  });
});

/** A directory that runs. */
const worker = { versions: ["one"], current: "one", secrets: { SECRET_KEY: "key" }, domain: "directory.test" };
const RUNNING: Partial<State> = {
  databases: [{ uuid: "1-2-3", name: "directory", migrations: [] }],
  namespaces: [{ id: "1", title: "directory-sessions" }],
  queues: ["directory-dead-letters"],
  mailDomains: ["mail.directory.test"],
  workers: { directory: worker },
};
const other = { ...worker, secrets: {}, domain: "other.test" };

type Played = { account?: Partial<State>; env?: Record<string, string>; args?: string[]; fault?: Fault };

/** Each refusal: what happens, the exit code, what the output says, and the version that visitors get afterwards. */
const REFUSALS: [title: string, played: Played, code: number, says: RegExp, isNew: boolean][] = [
  [
    "mail cannot be checked",
    { account: { mailDomains: [] }, fault: { call: "email sending list", says: "x [code: 2036]" } },
    0,
    /works\.[\s\S]+Mail from mail\.directory\.test could not be checked: x .+Onboard Domain/,
    true,
  ],
  [
    "mail cannot be turned on",
    { account: { mailDomains: [] }, fault: { call: "email sending enable", says: "x [code: 2036]" } },
    0,
    /works\.[\s\S]+1\. Mail from mail\.directory\.test: x/,
    true,
  ],
  [
    "read replication is refused",
    { fault: { call: "PATCH", says: "no" } },
    0,
    /works\.[\s\S]+1\. Copies of the database near visitors .+: Cloudflare refused a call: no/,
    true,
  ],
  [
    "the owner of the domain cannot be asked",
    { fault: { call: "GET /workers/domains", says: "no" } },
    0,
    /works\./,
    true,
  ],
  [
    "a check is challenged",
    { account: { site: "challenged" } },
    1,
    /challenged the check[\s\S]+Bot Fight Mode off/,
    true,
  ],
  [
    "a check fails",
    { account: { site: "damaged" } },
    1,
    /says: d1 is damaged or not migrated\.\nVisitors get the version before again: one\./,
    false,
  ],
  [
    "a failed check cannot be undone",
    { account: { site: "damaged" }, fault: { call: "rollback", says: "Not now." } },
    1,
    /Visitors still get the new version.+ Not now\.\nPut it back by hand: npx wrangler rollback one/,
    true,
  ],
  [
    "a migration fails",
    { fault: { call: "d1 migrations", says: "no such table: x" } },
    1,
    /no such table: x\nA migration failed and changed nothing\..+Nothing was uploaded/,
    false,
  ],
  [
    "the address is refused after the upload",
    { fault: { call: "deploy", isAfter: true, says: "no zone" } },
    1,
    /no zone/,
    false,
  ],
  [
    "the token may not read databases",
    { fault: { call: "d1 list", says: REFUSED } },
    1,
    /Cloudflare refused.+ Give CLOUDFLARE_API_TOKEN the permissions that worker\/OPERATE\.md lists/,
    false,
  ],
  [
    "the token is that of Workers Builds",
    { env: { WORKERS_CI: "1" }, args: [], fault: { call: "d1 list", says: REFUSED } },
    1,
    /The token that Workers Builds makes lacks D1, Queues, Zone and Email Sending/,
    false,
  ],
  ["the queue is refused", { fault: { call: "queues create", says: REFUSED } }, 1, /10000/, false],
  ["the plan is free", { account: { isFree: true } }, 1, /This account has no Workers Paid/, false],
  [
    "R2 is not on",
    { fault: { call: "deploy", says: "Please enable R2 through the Cloudflare Dashboard. [code: 10042]" } },
    1,
    /R2, the store of images, is not switched on/,
    false,
  ],
  [
    "the Worker is something else",
    { account: { workers: { directory: { ...worker, secrets: {} } } } },
    1,
    /a Worker “directory” that is something else/,
    false,
  ],
  [
    "another Worker has the domain",
    {
      account: {
        workers: { directory: { ...worker, domain: "old.test" }, other: { ...other, domain: "directory.test" } },
      },
    },
    1,
    /directory\.test belongs to the Worker other now\. The deployment would take it/,
    false,
  ],
  [
    "the host has a DNS record",
    {
      account: { workers: { directory: { ...worker, domain: "old.test" } }, dns: { "directory.test": ["192.0.2.1"] } },
    },
    1,
    /directory\.test has a DNS record now \(192\.0\.2\.1\)\. The deployment would take it/,
    false,
  ],
  [
    "there are several accounts",
    { account: { accounts: [...EMPTY.accounts, { id: "b", name: "Others" }] } },
    1,
    /several accounts\. Set CLOUDFLARE_ACCOUNT_ID: People a{32}, Others b/,
    false,
  ],
  ["nobody says yes", { args: [] }, 1, /Nobody can say yes here/, false],
];

test.each(REFUSALS)(
  "%s",
  { timeout: RUNS_MS },
  async (_, { account, env, args = ["--yes"], fault }, exitCode, says, isNew) => {
    const { deploy, read } = await useOperator({ ...RUNNING, ...account });
    const { code, output } = await deploy(args, { ...ANSWERS, ...env }, ...(fault ? [fault] : []));
    expect(output).toMatch(says);
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(exitCode);
    expect(read().workers["directory"]!.current !== "one").toBe(isNew);
  },
);
