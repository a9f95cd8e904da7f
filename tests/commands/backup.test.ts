// @module-tag long
import { stat, truncate } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "#worker/commands/bindings.ts";
import { dump } from "#worker/features/backups/dump.ts";
import { restore } from "#worker/features/backups/restore.ts";
import { COMMAND_MS, createEmptyState, createMigratedState, runCommand } from "../support/command.ts";

const SITE = `INSERT INTO sites (slug, name, name_key, link, link_key, host, category, created_at, updated_at)
  VALUES ('chat', 'Chat', 'chat', 'https://chat.example/', 'chat', 'chat', 'communication', 1, 1)`;

test(
  "a backup restores the same rows into an empty database, and a damaged file is refused",
  { timeout: COMMAND_MS },
  async () => {
    const backup = path.join(await createEmptyState(), "backup.jsonl.gz");
    await createMigratedState();
    const store = await openStore();
    await store.db.run(SITE);
    await store.close();
    expect(await runCommand("backup", [backup])).toEqual({
      code: 0,
      output: expect.stringContaining(`rows to ${backup}.`),
    });
    expect((await stat(backup)).mode & 0o077).toBe(0);

    await createMigratedState();
    const restored = expect.stringMatching(/Restored \d+ rows\.$/);
    expect(await runCommand("restore", [backup])).toEqual({ code: 0, output: restored });
    const { db, close } = await openStore();
    onTestFinished(close);
    expect(await db.all("SELECT slug, name, link FROM sites")).toEqual([
      { slug: "chat", name: "Chat", link: "https://chat.example/" },
    ]);

    await truncate(backup, (await stat(backup)).size - 20);
    const damaged = expect.stringContaining("cannot be read");
    expect(await runCommand("restore", [backup, "--replace"])).toEqual({ code: 1, output: damaged });
  },
);

test("commands refuse a database with an unfinished restore", { timeout: COMMAND_MS }, async () => {
  await createMigratedState();
  const { db, close } = await openStore();
  const lines: string[] = [];
  for await (const line of dump(db, 0)) lines.push(line);
  let isRead = false;
  const open = async function* () {
    // The backup is read a second time after rows and triggers were deleted.
    if (isRead) throw new Error("Killed.");
    isRead = true;
    yield* lines;
  };
  await expect(restore(db, open, { replace: true })).rejects.toThrow("Killed.");
  await close();
  // All commands that open the data, except restore, call this function without `allowUnfinishedRestore`.
  await expect(openStore()).rejects.toThrow(/^A restore of this database has not finished.* npm run restore -- FILE/);
});
