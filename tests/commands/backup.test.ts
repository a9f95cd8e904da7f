import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { openStore, ROOT } from "#worker/commands/bindings.ts";

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
