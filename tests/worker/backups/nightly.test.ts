import { gunzipSync } from "node:zlib";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { dump } from "#worker/features/backups/dump.ts";
import { copyAtNight, KEPT_DAYS } from "#worker/features/backups/nightly.ts";
import { restore } from "#worker/features/backups/restore.ts";
import { connect } from "#worker/db/connection.ts";
import { fakes, NOW, request, runCron } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { resetStorage } from "../support/storage.ts";

const db = connect(env.DB);
const TODAY = "2026-11-20";
const TWO = Date.UTC(2026, 10, 20, 2);

const ARTICLE = { blocks: [{ type: "code", data: { code: "" } }] };

const run = (now = NOW, bucket: R2Bucket = env.MEDIA) => copyAtNight({ db, bucket, now });

async function keys(prefix = "backups/"): Promise<string[]> {
  const { objects } = await env.MEDIA.list({ prefix });
  return objects.map(({ key }) => key);
}

/** Runs the job until it has nothing more to do, and returns how often it wrote. */
async function finish(now = NOW): Promise<number> {
  for (let runs = 0; ; runs += 1) {
    const before = await keys();
    await run(now);
    if ((await keys()).join() === before.join()) return runs;
  }
}

/** Reads the pieces of a part one after the other, as gunzip reads them. */
async function linesOf(part: "data" | "objects", day = TODAY): Promise<string[]> {
  const texts: string[] = [];
  for (const key of await keys(`backups/${day}/${part}-`)) {
    texts.push(gunzipSync(await (await env.MEDIA.get(key))!.arrayBuffer()).toString());
  }
  return texts.join("").split("\n").slice(0, -1);
}

async function backUp(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of dump(db, NOW)) lines.push(line);
  return lines.slice(1);
}

const each = (lines: string[]) =>
  async function* () {
    yield* lines;
  };

/** Articles of 38 MB, which fill more than one piece. */
async function fillDirectory(): Promise<void> {
  const site = await insertSite();
  for (let index = 0; index < 20; index += 1) await insertSite({ article: ARTICLE });
  await env.DB.prepare("UPDATE articles SET content = hex(zeroblob(900000))").run();
  await env.DB.prepare(
    "INSERT INTO users (id, email, created_at, updated_at) VALUES (1, 'anna@example.com', 0, 0)",
  ).run();
  await env.DB.prepare("INSERT INTO likes (user_id, site_id, created_at) VALUES (1, ?, 0)").bind(site.id).run();
}

test("a copy is made in pieces over several runs, and restores all rows into an empty database", async () => {
  await fillDirectory();
  const rows = await backUp();
  expect(await finish()).toBeGreaterThan(3);
  const lines = await linesOf("data");
  expect(lines.slice(1)).toEqual(rows);
  await resetStorage();
  await restore(db, each(lines));
  expect(await backUp()).toEqual(rows);
});

/** Returns a bucket that fails from its nth call on. `lateness`: the call still takes effect, and only its answer is lost. */
function failing(from: number, isLate: boolean) {
  let calls = 0;
  const bucket = new Proxy(env.MEDIA, {
    get:
      (target, name: keyof R2Bucket) =>
      async (...args: never[]) => {
        calls += 1;
        const isReached = calls >= from;
        if (isReached && !isLate) throw new Error("R2 is down.");
        const result: unknown = await (target[name] as (...all: never[]) => Promise<unknown>)(...args);
        if (isReached) throw new Error("R2 is down.");
        return result;
      },
  });
  return { bucket, isReached: () => calls >= from };
}

test("wherever R2 fails, the next run goes on, and the copy is whole", async () => {
  await insertSite({ article: ARTICLE });
  await env.MEDIA.put("users/1/a.png", "a");
  const rows = await backUp();
  for (const isLate of [false, true]) {
    for (let from = 1; ; from += 1) {
      await env.MEDIA.delete(await keys());
      let wasReached = false;
      // Each run fails at the same call until a run needs fewer, or 5 have failed. Then R2 works again.
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const { bucket, isReached } = failing(from, isLate);
        await run(NOW, bucket).catch((error: unknown) => expect(error).toEqual(new Error("R2 is down.")));
        wasReached ||= isReached();
      }
      await finish();
      expect((await linesOf("data")).slice(1), `call ${from}`).toEqual(rows);
      expect(await linesOf("objects"), `call ${from}`).toHaveLength(1);
      if (!wasReached) break;
    }
  }
});

test("runs at the same time make one whole copy", async () => {
  await fillDirectory();
  const rows = await backUp();
  for (let count = 0; count < 8; count += 1) await Promise.all([run(), run(), run()]);
  expect(await finish()).toBe(0);
  expect((await linesOf("data")).slice(1)).toEqual(rows);
});

test("a run that is late does not change a copy that others have finished", async () => {
  await fillDirectory();
  await run();
  const late: Parameters<R2Bucket["put"]>[] = [];
  const bucket = new Proxy(env.MEDIA, {
    get: (target, name: keyof R2Bucket) =>
      name === "put"
        ? (...put: (typeof late)[number]) => void late.push(put)
        : (target[name] as (...all: unknown[]) => unknown).bind(target),
  });
  await run(NOW, bucket);
  await env.DB.prepare("DELETE FROM users").run();
  const rows = await backUp();
  await finish();
  for (const put of late) await env.MEDIA.put(...put);
  expect(late).toHaveLength(1);
  expect((await linesOf("data")).slice(1)).toEqual(rows);
});

test("a copy begins after two in the morning, once a day, and a late one is finished first", async () => {
  await run(TWO - DAY_MS);
  await run(TWO - 1);
  await run(TWO - 1);
  const yesterday = await keys();
  expect(yesterday).toEqual(
    ["data-0000", "data-0001", "objects-0000"].map((name) => `backups/2026-11-19/${name}.jsonl.gz`),
  );
  await run(TWO - 1);
  expect(await keys()).toEqual(yesterday);
  await run(TWO);
  expect(await keys()).toEqual([...yesterday, `backups/${TODAY}/data-0000.jsonl.gz`]);
  await finish(TWO + 23 * HOUR_MS);
  const finished = await keys();
  expect(finished).toHaveLength(6);
  await run(TWO + DAY_MS - 1);
  expect(await keys()).toEqual(finished);
});

const days = async () => {
  const { delimitedPrefixes } = await env.MEDIA.list({ prefix: "backups/", delimiter: "/" });
  return delimitedPrefixes.map((prefix) => prefix.slice("backups/".length, -1));
};

test("copies are kept for thirty days, and the newest whole one until the next is whole", async () => {
  for (let day = 0; day < KEPT_DAYS + 3; day += 1) await finish(NOW + day * DAY_MS);
  const kept = await days();
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([KEPT_DAYS, "2026-11-23", "2026-12-22"]);
  const later = NOW + 400 * DAY_MS;
  await run(later);
  expect(await days()).toEqual(["2026-12-22", "2027-12-25"]);
  await finish(later);
  expect(await days()).toEqual(["2027-12-25"]);
});

test("old copies are deleted although the newest is not whole, and one that stopped long ago is given up", async () => {
  await finish(NOW);
  await finish(NOW + DAY_MS);
  await run(NOW + 2 * DAY_MS);
  await run(NOW + 31 * DAY_MS);
  expect(await days()).toEqual(["2026-11-21", "2026-11-22"]);
  await run(NOW + 32 * DAY_MS);
  expect(await days()).toEqual(["2026-11-21", "2026-12-22"]);
});

test("other objects in the folder of the copies do not stop them", async () => {
  const others = ["backups/note.txt", "backups/mine/a.gz", "backups/2099-01-01/a", `backups/${TODAY}/zebra.txt`];
  for (const key of others) await env.MEDIA.put(key, key);
  await finish();
  expect(await keys(`backups/${TODAY}/`)).toHaveLength(4);
  await finish(NOW + DAY_MS);
  expect(await keys("backups/2026-11-21/")).toHaveLength(3);
  expect(await keys()).toEqual(expect.arrayContaining(others));
});

test("no piece is written and no copy deleted while a restore is unfinished", async () => {
  await run();
  const before = await keys();
  await env.DB.prepare("CREATE TABLE restore_triggers (name TEXT PRIMARY KEY, sql TEXT NOT NULL)").run();
  await expect(run()).rejects.toThrow("A restore of this database has not finished");
  await expect(run(NOW + 99 * DAY_MS)).rejects.toThrow("A restore of this database has not finished");
  expect(await keys()).toEqual(before);
  await env.DB.prepare("DROP TABLE restore_triggers").run();
});

test("a copy that began before a migration is given up, and a new one begins", async () => {
  await run();
  await run();
  await env.DB.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')").run();
  await run();
  expect(await keys()).toEqual([`backups/${TODAY}/data-0000.jsonl.gz`]);
  await finish();
  expect((await linesOf("data"))[0]).toContain("9999_later.sql");
  const finished = await keys();
  await env.DB.prepare("DELETE FROM d1_migrations WHERE name = '9999_later.sql'").run();
  await run();
  expect(await keys()).toEqual(finished);
});

test("the list of objects has each file that the Worker cannot make again", async () => {
  const kept = [...Array(1100).keys()].map((index) => `users/1/${String(index).padStart(4, "0")}.png`);
  const others = [...Array(1100).keys()].map((index) => `favicons/2/${index}.example`);
  for (const key of [...kept, ...others, "a.png", "remote/1", "share/site/a.png", "health/1", "zebra.png"])
    await env.MEDIA.put(key, key);
  await finish();
  const listed = (await linesOf("objects")).map((line) => JSON.parse(line) as { key: string; size: number });
  expect(listed.map(({ key }) => key)).toEqual(["a.png", ...kept, "zebra.png"]);
  expect(listed[0]).toEqual({ key: "a.png", size: 5, etag: expect.any(String), uploaded: expect.any(String) });
});

test("a long list of objects is made in several pieces, and no key makes it begin again", async () => {
  const left = ["backups/~~", "favicons/é", "favicons/~~"];
  const kept = [...Array(220).keys()].map((index) => `users/1/${String(index).padStart(3, "0")}.png`);
  for (const key of [...left, ...kept]) await env.MEDIA.put(key, "");
  // R2 may list fewer objects than it is asked for.
  const bucket = new Proxy(env.MEDIA, {
    get: (target, name: keyof R2Bucket) =>
      name === "list"
        ? (options: R2ListOptions) => target.list(options.prefix ? options : { ...options, limit: 1 })
        : (target[name] as (...all: unknown[]) => unknown).bind(target),
  });
  for (let runs = 0; runs < 8; runs += 1) await run(NOW, bucket);
  expect(await keys(`backups/${TODAY}/objects-`)).toHaveLength(3);
  expect((await linesOf("objects")).map((line) => (JSON.parse(line) as { key: string }).key)).toEqual(kept);
});

test("no URL shows a copy, and no run of the cron deletes one as an unused image", async () => {
  for (let runs = 0; runs < 4; runs += 1) await runCron();
  const finished = await keys();
  expect(finished).toHaveLength(3);
  for (const key of finished) {
    for (const path of [`/media/${key}`, `/${key}`, `/share/${key}`, `/api/favicons/${key}`])
      expect((await request(path)).status, path).toBe(404);
  }
  fakes.now += 2 * DAY_MS;
  await runCron();
  expect(await keys()).toEqual(expect.arrayContaining(finished));
});
