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
import { findWrongTotals } from "../support/derived-totals.ts";
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
    ["UNIQUE constraint failed: sites.id", "sites", 1, { id: 1 }],
    ["datatype mismatch", "sites", 0, { id: "first" }],
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

/** Runs each change as soon as a line of the backup has its text. The line is the first of a page, or in an earlier one. */
async function backUpWhile({ db }: Store, changes: [line: string, statements: string[]][]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of dump(db, 0)) {
    lines.push(line);
    if (changes[0] && line.includes(changes[0][0]))
      for (const statement of changes.shift()![1]) await db.run(statement);
  }
  expect(changes).toEqual([]);
  return lines;
}

const linesOf = (lines: string[]) =>
  async function* () {
    yield* lines;
  };

const user = (id: number) =>
  `INSERT INTO users (id, email, created_at, updated_at) VALUES (${id}, 'user-${id}@example.com', 1, 1)`;
const site = (id: number, owner: number | null) =>
  `INSERT INTO sites (id, slug, owner_id, name, name_key, link, link_key, host, category, facts, created_at, updated_at)
   VALUES (${id}, 'site-${id}', ${owner}, 'Site ${id}', 'site ${id}', 'https://s.example/${id}', 's.example/${id}', 's.example',
     'education', '{"open_source":true}', 1, 1)`;
const like = (userId: number, siteId: number) => `INSERT INTO likes VALUES (${userId}, ${siteId}, 1)`;
const product = (id: number) =>
  `INSERT INTO products (id, slug, name, name_key, link, link_key, domain, created_at)
   VALUES (${id}, 'p${id}', 'P${id}', 'p${id}', 'https://p.example/', 'p.example', 'p.example', 1)`;
const alternative = (id: number, siteId: number, productId: number) =>
  `INSERT INTO alternatives (id, site_id, product_id, name, link, position)
   VALUES (${id}, ${siteId}, ${productId}, 'P', 'https://p.example/', 0)`;
const upload = (key: string) => `INSERT INTO uploads (key, bytes, created_at) VALUES ('${key}', 1, 1)`;
const shown = (siteId: number, key: string) =>
  `INSERT INTO site_images (site_id, kind, position, upload_key) VALUES (${siteId}, 'logo', 0, '${key}')`;
const payment = (id: string, siteId: number) =>
  `INSERT INTO payments (stripe_id, kind, invoice_id, site_id, site_name, amount_cents, currency, detail, reading, happened_at)
   VALUES ('${id}', 'payment', 'in', ${siteId}, 'Site', 1000, 'eur', '', 1, 1)`;
const subscription = (siteId: number) =>
  `INSERT INTO subscriptions (id, site_id, site_name, customer_id, status, period_end, renews, currency, card_brand, card_last4,
     reading, created_at) VALUES ('sub_${siteId}', ${siteId}, 'Site', 'cus', 'active', 2, 1, 'eur', 'visa', '4242', 1, 1)`;

test(
  "a backup that was made while rows came, went and changed is restored with all references and totals right",
  { timeout: COMMAND_MS },
  async () => {
    await createMigratedState();
    const store = await openStore();
    onTestFinished(() => store.close());
    const { db } = store;
    const before = [
      ...[1, 2, 3, 4].map(user),
      ...[1, 2, 3].map(product),
      ...[1, 3, 4, 5, 6].map((id) => site(id, id % 4 || 4)),
      site(2, null),
      alternative(1, 1, 1),
      alternative(2, 2, 2),
      alternative(3, 3, 1),
      alternative(4, 6, 3),
      like(1, 1),
      like(2, 1),
      like(2, 2),
      like(4, 3),
      upload("users/1/a.webp"),
      upload("users/1/b.webp"),
      shown(1, "users/1/a.webp"),
      "INSERT INTO articles (site_id, content) VALUES (1, 'an article')",
    ];
    for (const statement of before) await db.run(statement);
    const lines = await backUpWhile(store, [
      // The tables come in the order: counters, products, users, sites, articles, likes, payments and subscriptions.
      [
        '"user-4@example.com"',
        [
          user(5),
          "UPDATE sites SET owner_id = 5 WHERE id = 2",
          "UPDATE users SET suspended_at = 2 WHERE id = 3",
          product(4),
          "UPDATE alternatives SET product_id = 4 WHERE id = 4",
          "DELETE FROM site_images",
          shown(1, "users/1/b.webp"),
        ],
      ],
      [
        '"site-6"',
        [
          site(7, 1),
          like(5, 1),
          like(1, 7),
          like(3, 2),
          "DELETE FROM likes WHERE user_id = 2 AND site_id = 1",
          "DELETE FROM sites WHERE id = 3",
          "DELETE FROM users WHERE id = 4",
        ],
      ],
      [
        '"an article"',
        [site(8, 1), like(1, 8), payment("ch_7", 7), payment("ch_8", 8), subscription(7), subscription(8)],
      ],
    ]);

    await createMigratedState();
    const other = await openStore();
    onTestFinished(() => other.close());
    const restored = await restore(other.db, linesOf(lines), { openScratchDatabase });
    expect(restored.leftOut).toBeGreaterThan(0);
    // The owner of site 3 was suspended after the table of users was read. Site 8 came after the table of sites was read.
    const active = (id: number, owner: number | null) => ({ id, owner_id: owner, review: "active" });
    const expected = [active(1, 1), active(2, 5), active(3, 3), active(4, 4), active(5, 1), active(6, 2), active(7, 1)];
    expect(await other.db.all("SELECT id, owner_id, review FROM sites")).toEqual(expected);
    expect(await other.db.all("SELECT stripe_id, site_id FROM payments")).toEqual([
      { stripe_id: "ch_7", site_id: 7 },
      { stripe_id: "ch_8", site_id: null },
    ]);
    // One without a site would be cancelled and refunded.
    expect(await other.db.all("SELECT id FROM subscriptions")).toEqual([{ id: "sub_7" }]);
    expect(restored.changed).toBe(1);
    expect(await other.db.all("PRAGMA foreign_key_check")).toEqual([]);
    expect(await findWrongTotals((query) => other.db.all(query))).toEqual([]);
  },
);

test("if a value moved from one row to another during the backup, the later row is left out", async () => {
  const scratch = openScratchDatabase([
    "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT)",
    "CREATE UNIQUE INDEX e ON users (email)",
  ]);
  onTestFinished(() => scratch.close());
  const table = { name: "users", columns: ["id", "email"] };
  expect(scratch.insertRow(table, [1, "anna@example.com"])).toEqual([1, "anna@example.com"]);
  expect(scratch.insertRow(table, [2, "anna@example.com"])).toBeUndefined();
  expect(() => scratch.insertRow(table, [1, "bert@example.com"])).toThrow("UNIQUE constraint failed: users.id");
});
