// @module-tag long
import { cp, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import path from "node:path";
import { ROOT } from "#worker/commands/bindings.ts";
import { COMMAND_MS } from "../../support/command.ts";
import { call, mustRun, useCloudflare, visit, wrangler, writeText, writeWorker } from "./wrangler.ts";

// The real wrangler against the stand-in of Cloudflare.

test("wrangler makes and finds each resource", { timeout: COMMAND_MS }, async () => {
  const cloudflare = await useCloudflare();
  await Promise.all([
    mustRun(cloudflare, ["d1", "create", "notes", "--location=weur"]),
    mustRun(cloudflare, ["kv", "namespace", "create", "sessions"]),
    mustRun(cloudflare, ["r2", "bucket", "create", "media"]),
    mustRun(cloudflare, ["queues", "create", "mails"]),
  ]);
  const { databases, namespaces, buckets, queues } = cloudflare.account;
  expect(databases).toMatchObject([
    { name: "notes", running_in_region: "WEUR", read_replication: { mode: "disabled" } },
  ]);
  expect([namespaces[0]!.title, buckets[0]!.name, queues[0]!.queue_name]).toEqual(["sessions", "media", "mails"]);
  const rule = ["remote", "remote/", "--expire-days", "90", "--force"];
  const [listed, , again, mail] = await Promise.all([
    mustRun(cloudflare, ["d1", "list", "--json"]),
    mustRun(cloudflare, ["r2", "bucket", "lifecycle", "add", "media", ...rule]),
    wrangler(cloudflare, ["d1", "create", "notes"]),
    mustRun(cloudflare, ["email", "sending", "enable", "directory.test"]),
  ]);
  expect(listed).toContain(databases[0]!.uuid);
  expect(buckets[0]!.rules).toHaveLength(2);
  expect(again.output).toContain("A database with that name already exists");
  expect(mail).toContain("Email Sending enabled for directory.test (enabled: true)");
});

test("D1 takes the product's migrations, but no bare CASE in a trigger", { timeout: COMMAND_MS }, async () => {
  const cloudflare = await useCloudflare();
  const { result } = await call<{ uuid: string }>(cloudflare, "POST", "/d1/database", { name: "directory" });
  const database = { binding: "DB", database_name: "directory", database_id: result.uuid };
  const folder = await writeWorker("x", { d1_databases: [{ ...database, migrations_dir: "migrations" }] });
  await cp(path.join(ROOT, "migrations"), `${folder}/migrations`, { recursive: true });
  const apply = ["d1", "migrations", "apply", "DB", "--remote"];
  await mustRun(cloudflare, apply, { cwd: folder });
  const query = async (sql: string) =>
    (await call(cloudflare, "POST", `/d1/database/${result.uuid}/query`, { sql })).result;
  expect(await query("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'sites'")).toMatchObject([
    { results: [{ name: "sites" }], meta: { served_by_region: "ENAM", served_by_primary: true } },
  ]);

  await writeFile(
    `${folder}/migrations/9999_bare_case.sql`,
    "CREATE TABLE before_it (x);\nCREATE TRIGGER bare AFTER INSERT ON before_it BEGIN UPDATE before_it SET x = CASE WHEN 1 THEN 2 END; END;",
  );
  const refused = await wrangler(cloudflare, apply, { cwd: folder });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("incomplete input: SQLITE_ERROR [code: 7500]");
  expect(await query("SELECT name FROM sqlite_master WHERE name = 'before_it'")).toMatchObject([{ results: [] }]);
});

test("the deployed version answers, with its data and secrets", { timeout: COMMAND_MS }, async () => {
  const cloudflare = await useCloudflare();
  const { result } = await call<{ uuid: string }>(cloudflare, "POST", "/d1/database", { name: "notes" });
  const { uuid } = result;
  const query = (sql: string) => call(cloudflare, "POST", `/d1/database/${uuid}/query`, { sql });
  await query("CREATE TABLE notes (x); INSERT INTO notes VALUES (1)");
  const folder = await writeWorker("first", {
    d1_databases: [{ binding: "DB", database_name: "notes", database_id: uuid }],
    routes: [{ pattern: "directory.test", custom_domain: true }],
    workers_dev: true,
    triggers: { crons: ["*/10 * * * *"] },
  });
  const shown = async () => (await visit(cloudflare, "https://directory.test/")).output;
  await mustRun(cloudflare, ["deploy"], { cwd: folder });
  await mustRun(cloudflare, ["secret", "put", "SECRET"], { cwd: folder, input: "hush" });
  expect(await shown()).toBe("200 first hush 1");

  // The bookmark is from before the second note.
  const travel = `/d1/database/${uuid}/time_travel`;
  const { bookmark } = (await call(cloudflare, "GET", `${travel}/bookmark`)).result;
  await query("INSERT INTO notes VALUES (2)");
  await writeText(folder, "second");
  await mustRun(cloudflare, ["deploy"], { cwd: folder });
  expect(await shown()).toBe("200 second hush 2");

  await mustRun(cloudflare, ["rollback", "--yes"], { cwd: folder });
  await call(cloudflare, "POST", `${travel}/restore?bookmark=${bookmark}`);
  expect(await shown()).toBe("200 first hush 1");
  expect((await visit(cloudflare, "https://tiny.people.workers.dev/")).output).toBe("200 first hush 1");
  expect((await visit(cloudflare, "https://nobody.people.workers.dev/")).output).toContain("530");
  expect(cloudflare.account.scripts[0]!.crons).toMatchObject([{ cron: "*/10 * * * *" }]);
  // Answers never show a secret.
  const version = cloudflare.account.scripts[0]!.versions.at(-1)!.id;
  const answer = await call(cloudflare, "GET", `/workers/scripts/tiny/versions/${version}`);
  expect(JSON.stringify(answer.result)).toContain('"SECRET"');
  expect(JSON.stringify(answer.result)).not.toContain("hush");
});
