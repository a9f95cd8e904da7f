// @module-tag long
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { openStore, type Store } from "#worker/commands/bindings.ts";
import { openScratchDatabase } from "#worker/commands/scratch-database.ts";
import { dump } from "#worker/features/backups/dump.ts";
import { restore } from "#worker/features/backups/restore.ts";
import { COMMAND_MS, createMigratedState, runCommand } from "../support/command.ts";

type Row = (string | number | null)[];
type Values = Record<string, string | number | null>;

const FACTS = [
  ...["anna", "bert"].map(
    (name, index) =>
      `INSERT INTO users (id, email, created_at, updated_at) VALUES (${index + 1}, '${name}@example.com', 1, 1)`,
  ),
  ...["one", "two"].map(
    (
      name,
      index,
    ) => `INSERT INTO sites (id, slug, owner_id, name, name_key, link, link_key, host, category, created_at, updated_at)
      VALUES (${index + 1}, '${name}', 1, '${name}', '${name}', 'https://${name}.example/', '${name}', '${name}', 'education', 1, 1)`,
  ),
  "INSERT INTO articles (site_id, content) VALUES (1, '{}')",
];

async function everything({ db }: Store): Promise<unknown[]> {
  const queries = [
    "SELECT * FROM users",
    "SELECT * FROM sites",
    "SELECT name FROM sqlite_master WHERE type = 'trigger'",
  ];
  return Promise.all(queries.map((query) => db.all(query)));
}

/** Returns the lines with changed values in one row of a table, and the number of its line. `nth` 0 is the first row. */
function change(lines: string[], name: string, nth: number, values: Values): { lines: string[]; number: number } {
  const { tables } = JSON.parse(lines[0]!) as { tables: { name: string; columns: string[] }[] };
  const table = tables.findIndex((one) => one.name === name);
  const index = lines.findIndex((line) => line.startsWith(`[${table},`)) + nth;
  const [, row] = JSON.parse(lines[index]!) as [number, Row];
  const changed = tables[table]!.columns.map((column, at) => (column in values ? values[column]! : row[at]!));
  return { lines: lines.with(index, JSON.stringify([table, changed])), number: index + 1 };
}

test("a backup with a row that the database would refuse changes nothing", { timeout: COMMAND_MS }, async () => {
  await createMigratedState();
  const folder = await mkdtemp(path.join(tmpdir(), "restore-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "backup.jsonl.gz");
  let store = await openStore();
  for (const fact of FACTS) {
    await store.db.run(fact);
  }
  const before = await everything(store);
  const lines: string[] = [];
  for await (const line of dump(store.db, 0)) lines.push(line);

  const cases: [string, string, number, Values][] = [
    ["NOT NULL constraint failed: sites.name", "sites", 0, { name: null }],
    ["UNIQUE constraint failed: sites.slug", "sites", 1, { slug: "one" }],
    ["datatype mismatch", "sites", 0, { id: "first" }],
    ["FOREIGN KEY constraint failed", "articles", 0, { site_id: 9 }],
    ["it is larger than 2 MB, the limit of D1", "articles", 0, { content: "ü".repeat(1_100_000) }],
  ];
  const sentence = (number: number, reason: string) =>
    `Line ${number} of the backup cannot be stored: ${reason}. The database was not changed. Use another backup file.`;
  for (const [reason, ...values] of cases) {
    const bad = change(lines, ...values);
    const open = async function* () {
      yield* bad.lines;
    };
    await expect(restore(store.db, open, { replace: true, openScratchDatabase })).rejects.toThrow(
      sentence(bad.number, reason),
    );
  }
  await store.close();

  const twice = change(lines, "sites", 1, { id: 1 });
  await writeFile(file, gzipSync(twice.lines.join("\n")));
  const output = sentence(twice.number, "UNIQUE constraint failed: sites.id");
  expect(await runCommand("restore", [file, "--replace"])).toEqual({ code: 1, output });

  store = await openStore();
  onTestFinished(() => store.close());
  expect(await everything(store)).toEqual(before);
});
