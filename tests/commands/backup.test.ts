import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openStore, ROOT } from "#worker/commands/bindings.ts";
import { restore } from "#worker/features/backups/restore.ts";

const folder = await mkdtemp(path.join(tmpdir(), "backup-"));
const backup = path.join(folder, "backup.jsonl.gz");

/** What a command says: on its error output where it fails. */
async function run(command: string, ...args: string[]): Promise<string> {
  const file = path.join(ROOT, "worker/commands", `${command}.ts`);
  const done = promisify(execFile)(process.execPath, [file, ...args], { cwd: ROOT });
  return done.then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

let isRead = false;

async function linesOfFile(file: string): Promise<string[]> {
  return gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split("\n");
}

async function sites(): Promise<unknown[]> {
  const store = await openStore();
  const { results } = await store.db.$client.prepare("SELECT * FROM sites").all();
  await store.close();
  return results;
}

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a backup is restored into an empty place, and never from a damaged file", async () => {
  process.env["STATE_DIR"] = path.join(folder, "state");
  const list = path.join(folder, "list.jsonl");
  const site = { name: "Chat", link: "https://chat.example/", description: "", category: "communication" };
  await writeFile(list, JSON.stringify({ ...site, alternatives: [{ name: "Slack", link: "https://slack.com/" }] }));
  await run("import", list);
  const before = await sites();
  expect(before).toMatchObject([{ name: "Chat" }]);

  expect(await run("backup", backup)).toContain(`${backup}: `);
  expect((await stat(backup)).mode & 0o077).toBe(0);

  process.env["STATE_DIR"] = path.join(folder, "empty");
  expect(await run("restore", backup)).toContain("rows restored.");
  expect(await sites()).toEqual(before);

  await truncate(backup, (await stat(backup)).size - 20);
  expect(await run("restore", backup, "--replace")).toContain("cannot be read");
  expect(await sites()).toEqual(before);
}, 240_000);

test("a restore that was killed is refused by start and backup, and run again", async () => {
  process.env["STATE_DIR"] = path.join(folder, "killed");
  const list = path.join(folder, "one.jsonl");
  const site = { name: "Chat", link: "https://chat.example/", description: "", category: "communication" };
  await writeFile(list, JSON.stringify({ ...site, alternatives: [] }));
  await run("import", list);
  const whole = path.join(folder, "whole.jsonl.gz");
  await run("backup", whole);

  const store = await openStore();
  const { db } = store;
  await expect(
    restore(
      db,
      () =>
        (async function* () {
          // The second reading begins once rows and triggers are gone.
          if (isRead) throw new Error("Killed.");
          isRead = true;
          yield* await linesOfFile(whole);
        })(),
      { replace: true },
    ),
  ).rejects.toThrow("Killed.");
  await store.close();

  const sentence = /^A restore of this database was broken off.* npm run restore -- FILE\.jsonl\.gz --replace\n$/;
  expect(await run("backup", path.join(folder, "half.jsonl.gz"))).toMatch(sentence);
  expect(await run("import", list)).toMatch(sentence);
  expect(await run("start")).toMatch(sentence);

  expect(await run("restore", whole, "--replace")).toContain("rows restored.");
  expect(await sites()).toMatchObject([{ name: "Chat" }]);
}, 240_000);
