// @module-tag long
import { mkdtemp, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { openStore, type Store } from "#worker/commands/bindings.ts";
import { dump } from "#worker/features/backups/dump.ts";
import { restore } from "#worker/features/backups/restore.ts";
import { COMMAND_MS, createMigratedState, runCommand } from "../support/command.ts";

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function inStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore();
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const sites = () => inStore(async ({ db }) => (await db.$client.prepare("SELECT * FROM sites").all()).results);

test(
  "a backup restores the same rows into an empty database, and a damaged file changes nothing",
  { timeout: COMMAND_MS },
  async () => {
    const folder = await ownFolder();
    const [list, backup] = [path.join(folder, "list.jsonl"), path.join(folder, "backup.jsonl.gz")];
    const site = { name: "Chat", link: "https://chat.example/", description: "", category: "communication" };
    await writeFile(list, JSON.stringify({ ...site, alternatives: [{ name: "Slack", link: "https://slack.com/" }] }));
    await createMigratedState();
    await runCommand("import", [list]);
    const before = await sites();
    expect(before).toMatchObject([{ name: "Chat" }]);

    expect(await runCommand("backup", [backup])).toEqual({
      code: 0,
      output: expect.stringContaining(`rows to ${backup}.`),
    });
    expect((await stat(backup)).mode & 0o077).toBe(0);

    await createMigratedState();
    const restored = expect.stringMatching(/Restored \d+ rows\.$/);
    expect(await runCommand("restore", [backup])).toEqual({ code: 0, output: restored });
    expect(await sites()).toEqual(before);

    await truncate(backup, (await stat(backup)).size - 20);
    const damaged = expect.stringContaining("cannot be read");
    expect(await runCommand("restore", [backup, "--replace"])).toEqual({ code: 1, output: damaged });
    expect(await sites()).toEqual(before);
  },
);

test(
  "commands refuse a database with an unfinished restore, and the restore can be run again",
  { timeout: COMMAND_MS },
  async () => {
    await createMigratedState();
    const lines: string[] = [];
    await inStore(async ({ db }) => {
      await db.insert(users).values({ email: "anna@example.com", createdAt: 1, updatedAt: 1 });
      for await (const line of dump(db, 0)) lines.push(line);
      let isRead = false;
      const open = async function* () {
        // The backup is read a second time after rows and triggers were deleted.
        if (isRead) throw new Error("Killed.");
        isRead = true;
        yield* lines;
      };
      await expect(restore(db, open, { replace: true })).rejects.toThrow("Killed.");
    });

    // All commands that open the data, except restore, call this function without `allowUnfinishedRestore`.
    await expect(openStore()).rejects.toThrow(/^A restore of this database has not finished.* npm run restore -- FILE/);
    const whole = path.join(await ownFolder(), "whole.jsonl.gz");
    await writeFile(whole, gzipSync(lines.map((line) => `${line}\n`).join("")));
    const restored = expect.stringMatching(/Restored \d+ rows\.$/);
    expect(await runCommand("restore", [whole, "--replace"])).toEqual({ code: 0, output: restored });
    expect(await inStore(({ db }) => db.select({ email: users.email }).from(users))).toEqual([
      { email: "anna@example.com" },
    ]);
  },
);
