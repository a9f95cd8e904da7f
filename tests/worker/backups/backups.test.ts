import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { imageFetches, siteImages, uploads } from "#schema/tables/media.ts";
import { searches } from "#schema/tables/search.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { dump, FIRST_ROW, readPages } from "#worker/features/backups/dump.ts";
import { recount } from "#worker/features/backups/recount.ts";
import { restore } from "#worker/features/backups/restore.ts";
import { requireNoUnfinishedRestore } from "#worker/features/backups/unfinished-restore.ts";
import { connect } from "#worker/db/connection.ts";
import { countSearch } from "#worker/features/searches/queries.ts";
import { NOW, request } from "../support/app.ts";
import {
  expectCountersToEqualTables,
  expectIndexToEqualTables,
  expectKnownWordsToEqualTables,
} from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { logIn, logInNew } from "../support/people.ts";
import { resetStorage } from "../support/storage.ts";

const db = connect(env.DB);

async function backUp(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of dump(db, NOW)) lines.push(line);
  return lines;
}

/** Returns the lines without the counter of sessions, which a restore sets to 0. */
const facts = (lines: string[]) => lines.filter((line) => !line.includes('"rows.sessions"'));

/** What a restore says if it has restored each row of these lines. */
const all = (lines: string[]) => ({ rows: lines.length - 2, changed: 0, leftOut: 0 });

const each = (lines: string[]) =>
  async function* () {
    yield* lines;
  };

/** Creates sites with likes, products and an article, a deleted site, and a signed-in user. */
async function fillDirectory() {
  const anna = await logInNew();
  const first = await insertSite();
  const listed = {
    name: "Notes “Ünïcode” \u2028",
    link: "https://notes.example",
    description: "Short.",
    category: "education",
  };
  const blocks = [{ type: "paragraph", data: { text: "What it does." } }];
  const form = {
    ...listed,
    alternatives: [{ name: "Evernote", link: "https://evernote.com", replaces: "same_job" }],
    facts: { open_source: true, platforms: ["web", "linux"], imports_from: ["evernote"] },
    fact_sources: { open_source: "https://notes.example/licence" },
    blog: { content: JSON.stringify({ blocks }) },
  };
  const { id } = (await (await anna.post("/api/sites/", form)).json()) as { id: number };
  const gone = (await (
    await anna.post("/api/sites/", { ...form, name: "Gone", link: "https://gone.example" })
  ).json()) as { id: number };
  await anna.delete(`/api/sites/${gone.id}/`);
  const changed = { ...form, facts: { ...form.facts, platforms: ["web"] } };
  expect((await anna.put(`/api/sites/${id}/`, changed)).status).toBe(200);
  const upload = { userId: 1, bytes: 10, createdAt: NOW };
  await db.insert(uploads).values([
    { ...upload, key: "users/1/a-256x256.webp", kind: "logo" },
    { ...upload, key: "users/1/b-800x600.webp", kind: "screenshot", listWidth: 800 },
  ]);
  await db.insert(siteImages).values([
    { siteId: id, kind: "screenshot", position: 0, uploadKey: "users/1/b-800x600.webp", alt: "A note" },
    { siteId: id, kind: "logo", position: 0, uploadKey: "users/1/a-256x256.webp" },
  ]);
  await db.insert(imageFetches).values({
    siteId: first.id,
    kind: "logo",
    position: 0,
    address: "https://notes.example/logo.png",
    dueAt: NOW,
    createdAt: NOW,
  });
  await anna.post(`/api/sites/${first.id}/like/`);
  await anna.post(`/api/sites/${id}/like/`);
  return { anna, form };
}

/** Returns what visitors see in lists and searches. */
const found = async () =>
  Promise.all(
    [
      "saas/",
      "saas/?q=ünicode",
      "saas/?q=evernot",
      "saas/?platform=web&facets=1",
      "notes-unicode/",
      "alternatives/?q=ever",
      "popular-alternatives/",
    ].map(async (call) => (await request(`/api/${call}`)).json()),
  );

test("a backup restores rows, counters, the search index and the last assigned ids into an empty database, but no sessions", async () => {
  const { anna: signedIn, form } = await fillDirectory();
  const [lines, before] = [await backUp(), await found()];
  await resetStorage();
  expect(await found()).not.toEqual(before);
  expect(await restore(db, each(lines))).toEqual(all(lines));

  expect(facts(await backUp())).toEqual(facts(lines));
  expect(await found()).toEqual(before);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
  await expectKnownWordsToEqualTables();
  expect((await signedIn.get("/api/check_auth/")).status).toBe(401);

  // The triggers work again, and no id is assigned twice.
  const anna = await logIn();
  const { id } = (await (
    await anna.post("/api/sites/", { ...form, name: "Next", link: "https://next.example" })
  ).json()) as { id: number };
  expect(id).toBe(4);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
});

test("a restore into a database with data is refused without replace", async () => {
  await fillDirectory();
  const lines = await backUp();
  await insertSite({ name: "Later" });
  await expect(restore(db, each(lines))).rejects.toThrow("The database is not empty.");
  expect(await restore(db, each(lines), { replace: true })).toEqual(all(lines));
  expect(facts(await backUp())).toEqual(facts(lines));
  await expectIndexToEqualTables();
});

const triggers = async () =>
  (await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name").all()).results;

test("a restore sends each trigger to D1 on one line without comments", async () => {
  await restore(db, each(await backUp()));
  const { results } = await env.DB.prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger'").all();
  expect(results.length).toBeGreaterThan(50);
  expect(results.filter(({ sql }) => /\n|--|\/\*/.test(String(sql)))).toEqual([]);
});

test("a backup that is incomplete, damaged at any line or of other migrations changes nothing", async () => {
  await fillDirectory();
  const [lines, before] = [await backUp(), await triggers()];
  const middle = Math.floor(lines.length / 2);
  const [table, row] = JSON.parse(lines[middle]!) as [number, unknown[]];
  const cases: [string, string[]][] = [
    ["The backup is incomplete: its end is missing.", lines.slice(0, -1)],
    ["This file is not a backup.", []],
    [`The backup is damaged: line ${middle + 1} cannot be read.`, lines.with(middle, lines[middle]!.slice(0, -3))],
    [
      `The backup is damaged: line ${middle + 1} cannot be read.`,
      lines.with(middle, JSON.stringify([table, row.slice(1)])),
    ],
    [`The backup is damaged: line ${middle + 1} cannot be read.`, lines.with(middle, JSON.stringify([99, row]))],
    [`The backup is damaged: line 3 cannot be read.`, lines.with(1, lines.at(-2)!)],
    ["The backup is damaged: its last line cannot be read.", lines.with(lines.length - 1, "{}")],
    [
      `The backup is damaged: it should have ${lines.length - 2} rows, but it has ${lines.length - 3}.`,
      lines.toSpliced(middle, 1),
    ],
    [`The backup is damaged: line ${lines.length + 1} follows after its end.`, [...lines, lines[middle]!]],
  ];
  for (const [problem, broken] of cases) {
    await expect(restore(db, each(broken), { replace: true })).rejects.toThrow(
      `${problem} The database was not changed. Use another backup file.`,
    );
  }
  const head = JSON.parse(lines[0]!) as { migrations: string[] };
  const later = JSON.stringify({ ...head, migrations: [...head.migrations, "9999_later.sql"] });
  await expect(restore(db, each(lines.with(0, later)), { replace: true })).rejects.toThrow("9999_later.sql");
  expect(facts(await backUp())).toEqual(facts(lines));
  expect(await triggers()).toEqual(before);
});

/** Returns a database that fails after some batches, like a restore that was killed. */
function failingAfter(batches: number) {
  let ran = 0;
  return connect({
    prepare: (query) => env.DB.prepare(query),
    batch: (statements) => {
      ran += 1;
      return ran > batches ? Promise.reject(new Error("Killed.")) : env.DB.batch(statements);
    },
  });
}

test("a restore that was interrupted is detected and can be run again", async () => {
  await fillDirectory();
  const [lines, before, names] = [await backUp(), await found(), await triggers()];
  const UNFINISHED = "A restore of this database has not finished";
  // The six batches: list tables, save triggers, drop triggers, list tables, delete rows, restore triggers.
  for (const batches of [2, 3, 4, 5]) {
    await expect(restore(failingAfter(batches), each(lines), { replace: true })).rejects.toThrow("A D1 batch failed");
    await expect(backUp()).rejects.toThrow(UNFINISHED);
    await expect(requireNoUnfinishedRestore(db)).rejects.toThrow(UNFINISHED);
  }
  expect(await restore(db, each(lines), { replace: true })).toEqual(all(lines));
  expect(facts(await backUp())).toEqual(facts(lines));
  expect(await triggers()).toEqual(names);
  expect(await found()).toEqual(before);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
});

/** Returns a database that fails at D1's limits, which the local runtime ignores (developers.cloudflare.com/d1/platform/limits). */
function withLimits() {
  const limited = (query: string): D1PreparedStatement => {
    expect(Buffer.byteLength(query)).toBeLessThan(100_000);
    const statement = env.DB.prepare(query);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => {
      expect(values.length).toBeLessThanOrEqual(100);
      for (const value of values) expect(Buffer.byteLength(String(value))).toBeLessThan(2_000_000);
      return bind(...values);
    };
    return statement;
  };
  return connect({ prepare: limited, batch: (statements) => env.DB.batch(statements) });
}

test("large articles are restored within the limits of D1, even if JSON doubles their size", async () => {
  const quotes = JSON.stringify({ blocks: [{ type: "code", data: { code: '"'.repeat(650_000) } }] });
  for (const article of ["a".repeat(399_000), "b".repeat(1_900_000), quotes, "c".repeat(1_900_000)]) {
    await insertSite({ article: { blocks: [{ type: "code", data: { code: "" } }] } });
    await env.DB.prepare("UPDATE articles SET content = ? WHERE site_id = (SELECT max(id) FROM sites)")
      .bind(article)
      .run();
  }
  const lines = await backUp();
  expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(2_000_000);
  await restore(withLimits(), each(lines), { replace: true });
  expect(facts(await backUp())).toEqual(facts(lines));
});

test("a backup reads all rows of a large table, in pages of large and of small rows", async () => {
  // Accounts of about 10,000 bytes, then of about 100.
  const insert = (from: number, to: number, name: string) =>
    env.DB.prepare(
      `INSERT INTO users (id, email, first_name, created_at, updated_at)
       WITH RECURSIVE n(id) AS (SELECT ${from} UNION ALL SELECT id + 1 FROM n WHERE id < ${to})
       SELECT id, 'user' || id, ${name}, 0, 0 FROM n`,
    ).run();
  await insert(1, 200, "printf('%.*c', 10000, 'x')");
  await insert(201, 5400, "''");
  const emails = (await backUp()).flatMap((line) => /"user\d+"/.exec(line)?.[0] ?? []);
  expect(new Set(emails).size).toBe(5400);
});

test("a backup has no searches that wait for a site, so a restore brings back none that a person has ended", async () => {
  await fillDirectory();
  const waiting = { q: "typewriter", words: "typewriter", stopHash: "1", seen: 0, mailedAt: NOW, expiresAt: NOW };
  await db.insert(searchWatches).values({ ...waiting, email: "waiting@example.com", createdAt: NOW });
  const lines = await backUp();
  expect(lines.join("\n")).not.toContain("waiting@example.com");
  await restore(db, each(lines), { replace: true });
  expect(await db.select().from(searchWatches)).toEqual([]);
  await expectCountersToEqualTables();
});

test("a restore begins without counts of searches", async () => {
  await insertSite();
  const count = (q: string) => countSearch(db, { q, found: 1, asked: true, opened: false }, NOW);
  await count("typewriter");
  const lines = await backUp();
  expect(lines.join("\n")).not.toContain("typewriter");

  await restore(db, each(lines), { replace: true });
  expect(await db.$count(searches)).toBe(0);
  await expectCountersToEqualTables();
  await count("typewriter");
  expect(await db.$count(searches)).toBe(1);
  await expectCountersToEqualTables();
});

test("a backup has the rows that replaced others while it was made", async () => {
  const site = await insertSite();
  const replace = (name: string) =>
    env.DB.batch([
      env.DB.prepare("DELETE FROM alternatives"),
      env.DB.prepare("DELETE FROM products"),
      env.DB.prepare(
        `INSERT INTO products (slug, name, name_key, link, link_key, domain, created_at) VALUES (?1, ?1, ?1, ?1, ?1, ?1, 1)`,
      ).bind(name),
      env.DB.prepare(
        `INSERT INTO alternatives (site_id, product_id, name, link, position) SELECT ?1, id, ?2, ?2, 0 FROM products`,
      ).bind(site.id, name),
    ]);
  await replace("old");
  const lines: string[] = [];
  for await (const line of dump(db, NOW)) {
    // After the header, then after the last row of the products.
    if (lines.length === 0 || (line.includes('"new"') && !lines.join("").includes('"new"'))) await replace("new");
    lines.push(line);
  }
  const { tables } = JSON.parse(lines[0]!) as { tables: { name: string }[] };
  const alternatives = tables.findIndex(({ name }) => name === "alternatives");
  expect(lines.filter((line) => line.startsWith(`[${alternatives},`)).join()).toContain('"new"');
});

test("a page of a backup has a few megabytes, whatever the sizes of its rows", async () => {
  const insert = (from: number, to: number, bytes: number) =>
    env.DB.prepare(
      `INSERT INTO users (id, email, first_name, created_at, updated_at)
       WITH RECURSIVE n(id) AS (SELECT ${from} UNION ALL SELECT id + 1 FROM n WHERE id < ${to})
       SELECT id, 'user' || id, hex(zeroblob(${bytes})), 0, 0 FROM n`,
    ).run();
  await insert(1, 6000, 1);
  await insert(6001, 6012, 450_000);
  const sizes: number[] = [];
  for await (const { lines } of readPages(db, FIRST_ROW)) sizes.push(Buffer.byteLength(lines.join("")));
  expect(Math.max(...sizes)).toBeLessThan(3_000_000);
});

test("after a restore, the next reading of Stripe has a larger number than all that were stored", async () => {
  await env.DB.prepare(
    `INSERT INTO payments (stripe_id, kind, invoice_id, site_name, amount_cents, currency, detail, reading, happened_at)
     VALUES ('ch_1', 'payment', 'in_1', 'Notes', 1000, 'eur', '', 9, 1)`,
  ).run();
  const restoredWith = async (counted: number) => {
    await env.DB.prepare(
      `INSERT INTO counters (name, value) VALUES ('stripe.readings', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1`,
    )
      .bind(counted)
      .run();
    await restore(db, each(await backUp()), { replace: true });
    return env.DB.prepare("SELECT value FROM counters WHERE name = 'stripe.readings'").first("value");
  };
  expect(await restoredWith(3)).toBe(9);
  expect(await restoredWith(20)).toBe(20);
});

test("a restore counts again what is derived from the rows", async () => {
  await fillDirectory();
  const lines = await backUp();
  const { tables } = JSON.parse(lines[0]!) as { tables: { name: string; columns: string[] }[] };
  const wrong: Record<string, Record<string, unknown>> = {
    counters: { value: 77 },
    facet_counts: { site_count: 77 },
    products: { site_count: 77 },
    sites: { like_count: 77, featured_until: 77, review: "suspended" },
    uploads: { is_shown: 0, unused_since: 1 },
  };
  const changed = lines.map((line) => {
    if (!line.startsWith("[")) return line;
    const [table, row] = JSON.parse(line) as [number, unknown[]];
    const { name, columns } = tables[table]!;
    return JSON.stringify([table, columns.map((column, at) => wrong[name]?.[column] ?? row[at])]);
  });
  expect(changed).not.toEqual(lines);
  await restore(db, each(changed), { replace: true });
  // These only grow.
  const counted = (text: string[]) => facts(text).filter((line) => !/"(published|stripe[^"]*)"/.test(line));
  expect(counted(await backUp())).toEqual(counted(lines));
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
});

test("counting again reads each site a few times, in however many statements", async () => {
  for (let index = 0; index < 60; index += 1) await insertSite();
  const readRows = async () => {
    let read = 0;
    const counting = connect({
      prepare: (query) => env.DB.prepare(query),
      batch: async <T>(statements: D1PreparedStatement[]) => {
        const results = await env.DB.batch<T>(statements);
        for (const { meta } of results) read += meta.rows_read;
        return results;
      },
    });
    await recount(counting, []);
    return read;
  };
  const once = await readRows();
  await env.DB.prepare("UPDATE sites SET id = id * 1000").run();
  expect(await readRows()).toBeLessThan(1.5 * once);
});
