import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { findDeployedDatabase } from "#worker/commands/deploy/remote.ts";
import { failureMessage } from "#worker/commands/failure-messages.ts";
import { restDatabase, waiting } from "#worker/commands/rest-database.ts";
import { openDatabase, type Where } from "#worker/commands/where.ts";
import { connect, violatesConstraint } from "#worker/db/connection.ts";
import { runQuery } from "#worker/db/raw.ts";
import type { Cloudflare } from "../../support/cloudflare/start.ts";
import { COMMAND_MS, runCommand } from "../../support/command.ts";
import { call, useCloudflare } from "./wrangler.ts";

// The commands with `--remote`, against the stand-in of Cloudflare.

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "remote-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function useEnvironment(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function createDatabases(cloudflare: Cloudflare, ...names: string[]): Promise<void> {
  for (const name of names)
    // oxlint-disable-next-line no-await-in-loop -- The stand-in keeps their order.
    await call(cloudflare, "POST", "/d1/database", { name });
}

/** The rows of a deployed database, by the API. */
async function rowsOf({ account, ...cloudflare }: Cloudflare, name: string, query: string): Promise<unknown[]> {
  const { uuid } = account.databases.find((one) => one.name === name)!;
  const place = `/d1/database/${uuid}/query`;
  const { result } = await call<{ results: unknown[] }[]>({ account, ...cloudflare }, "POST", place, { sql: query });
  return result[0]!.results;
}

const SITES = "SELECT name, link, category FROM sites ORDER BY id";

test("the commands work on the deployed directory that they name", { timeout: COMMAND_MS }, async () => {
  const cloudflare = await useCloudflare();
  await createDatabases(cloudflare, "directory", "directory-staging");
  const folder = await ownFolder();
  const run = async (command: string, ...args: string[]) => {
    const { code, output } = await runCommand(command, args, { ...cloudflare.apiEnv, DEPLOY_DIR: folder });
    return `${code}: ${output}`;
  };
  const staging = ["--remote", "--env", "staging"];

  await Promise.all([run("migrate", "--remote"), run("migrate", ...staging)]);
  const file = path.join(folder, "sites.jsonl");
  const site = (name: string) => ({
    name,
    link: `https://${name.toLowerCase()}.example/`,
    description: "It's “quoted”",
    category: "communication",
    alternatives: [{ name: "Slack", link: "https://slack.com/" }],
  });
  await writeFile(file, [site("Chat"), site("Call")].map((one) => JSON.stringify(one)).join("\n"));
  // The connection ends after the sites were written. The command does not write them twice.
  cloudflare.failNext(
    ({ path: place }) => place.endsWith("/query") && /insert into/i.test(cloudflare.calls.at(-1)!.body),
    {
      cut: "after",
    },
  );
  expect(await run("import", file, "--remote")).toMatch(/^1: .*Cloudflare could not be reached/s);
  expect(await run("import", file, "--remote")).toMatch(/^0: .*Added sites: 0\. Already listed: 2\./s);
  const sites = await rowsOf(cloudflare, "directory", SITES);
  expect(sites).toMatchObject([{ name: "Chat" }, { name: "Call" }]);

  await rowsOf(
    cloudflare,
    "directory",
    "INSERT INTO users (email, created_at, updated_at) VALUES ('anna@example.com', 0, 0)",
  );
  const [added, listed, reconciled] = await Promise.all([
    run("staff", "add", "anna@example.com", "--superuser", "--remote"),
    run("staff", "list", ...staging),
    run("stripe-reconcile", "--remote"),
  ]);
  expect(added).toBe("0: anna@example.com is now a superuser.");
  expect(listed).toMatch(/^0: No account is staff yet\./);
  expect(reconciled).toMatch(/^1: STRIPE_SECRET_KEY is not set\./);

  const backup = path.join(folder, "backup.jsonl.gz");
  expect(await run("backup", backup, "--remote")).toMatch(/^0: Saved \d+ rows to /);
  expect(await run("restore", backup, ...staging)).toMatch(/^0: .*Restored \d+ rows\.$/s);
  expect(await rowsOf(cloudflare, "directory-staging", SITES)).toEqual(sites);
  // The triggers are there again: D1's API has split their SQL.
  const triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";
  expect(await rowsOf(cloudflare, "directory-staging", triggers)).toEqual(
    await rowsOf(cloudflare, "directory", triggers),
  );
});

test("a command that cannot reach the deployed directory says what to do", async () => {
  const reader = { value: "token-of-a-reader", permissions: ["D1:Read"] };
  const cloudflare = await useCloudflare({ tokens: [{ value: "token-of-everything" }, reader] });
  useEnvironment({ ...cloudflare.apiEnv, DEPLOY_DIR: await ownFolder() });
  const failure = async (where: Partial<Where> = {}) =>
    failureMessage(await openDatabase({ remote: true, env: "production", ...where }).catch((error: unknown) => error));
  expect(await failure({ remote: false, env: "staging" })).toBe(
    "--env chooses a deployed directory. Add --remote: -- --remote --env staging",
  );
  expect(await failure()).toBe("This account has no database directory. Deploy first: npm run deploy");
  await createDatabases(cloudflare, "directory");
  expect(await failure({ env: "staging" })).toBe(
    "This account has no database directory-staging. Deploy first: npm run deploy -- --env staging",
  );
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "token-of-nobody");
  expect(await failure()).toContain("Cloudflare refuses CLOUDFLARE_API_TOKEN");
  vi.stubEnv("CLOUDFLARE_API_TOKEN", reader.value);
  expect(await failure()).toContain("CLOUDFLARE_API_TOKEN lacks the permission “Account, D1, Edit”");
});

test("D1's API keeps the promises of D1's binding", async () => {
  const cloudflare = await useCloudflare();
  useEnvironment({ ...cloudflare.apiEnv, DEPLOY_DIR: await ownFolder() });
  await createDatabases(cloudflare, "directory");
  const db = connect(restDatabase(await findDeployedDatabase("production")));
  // A statement that fails undoes the others of its batch.
  await db.run(sql`CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE, done INTEGER)`);
  const note = (id: number, text: string | null, isDone: boolean) =>
    runQuery(db, sql`INSERT INTO notes VALUES (${id}, ${text}, ${isDone})`);
  await db.batch([note(1, "one", true), note(2, null, false)]);
  const failure = await db.batch([note(3, "three", true), note(4, "one", true)]).catch((error: unknown) => error);
  expect(String((failure as Error).cause)).toContain("UNIQUE constraint failed: notes.text");
  expect(violatesConstraint(failure, users.email)).toBe(false);
  expect(await db.values(sql`SELECT * FROM notes`)).toEqual([
    [1, "one", 1],
    [2, null, 0],
  ]);

  // A read is tried again, a write is not.
  const gone = { status: 500, afterEffect: true, headers: { "retry-after-ms": "1" } };
  cloudflare.failNext("POST /raw", gone);
  expect(await db.values(sql`SELECT count(*) FROM notes`)).toEqual([[2]]);
  cloudflare.failNext("POST /query", gone);
  await expect(note(5, "five", true)).rejects.toThrow();
  expect(await db.values(sql`SELECT count(*) FROM notes WHERE id = 5`)).toEqual([[1]]);
});

test("calls keep within the limit of Cloudflare's API", async () => {
  let now = 0;
  const wait = waiting(
    () => now,
    async (ms) => void (now += ms),
  );
  const times: number[] = [];
  for (let count = 0; count < 3000; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- One call after another.
    await wait();
    times.push(now);
  }
  const inFiveMinutes = times.map((time) => times.filter((other) => other >= time && other < time + 300_000).length);
  expect(Math.max(...inFiveMinutes)).toBeLessThan(1200);
  expect(times[299]).toBe(0);
});
