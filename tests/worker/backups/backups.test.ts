import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { dump } from "#worker/features/backups/dump.ts";
import { restore } from "#worker/features/backups/restore.ts";
import { connect } from "#worker/http/database.ts";
import { NOW, request } from "../support/app.ts";
import {
  expectCountersToEqualTables,
  expectIndexToEqualTables,
  expectKnownWordsToEqualTables,
} from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser, logIn } from "../support/people.ts";

const db = connect(env.DB);

async function backUp(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of dump(db, NOW)) lines.push(line);
  return lines;
}

/** Sessions do not come back, so that there are none is counted anew. */
const facts = (lines: string[]) => lines.filter((line) => !line.includes('"rows.sessions"'));

async function* each(lines: string[]) {
  yield* lines;
}

/** Sites with likes, products, an article, a deleted one, and a person who is signed in. */
async function fillDirectory() {
  await insertUser();
  const anna = await logIn();
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
    alternatives: [{ name: "Evernote", link: "https://evernote.com" }],
    blog: { content: JSON.stringify({ blocks }) },
  };
  const { id } = (await (await anna.post("/api/sites/", form)).json()) as { id: number };
  const gone = (await (
    await anna.post("/api/sites/", { ...form, name: "Gone", link: "https://gone.example" })
  ).json()) as { id: number };
  await anna.delete(`/api/sites/${gone.id}/`);
  await anna.post(`/api/sites/${first.id}/like/`);
  await anna.post(`/api/sites/${id}/like/`);
  return { anna, form };
}

/** What visitors find. */
const found = async () =>
  Promise.all(
    ["saas/", "saas/?q=ünicode", "saas/?q=evernot", "alternatives/?q=ever", "popular-alternatives/"].map(async (call) =>
      (await request(`/api/${call}`)).json(),
    ),
  );

async function wipe() {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}

test("a backup restored into an empty database brings everything back: rows, counters, search, given numbers", async () => {
  const { form } = await fillDirectory();
  const [lines, before] = [await backUp(), await found()];
  await wipe();
  expect(await found()).not.toEqual(before);
  expect(await restore(db, each(lines))).toBe(lines.length - 2);

  expect(facts(await backUp())).toEqual(facts(lines));
  expect(await found()).toEqual(before);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
  await expectKnownWordsToEqualTables();

  // Triggers are there again, and no number is given twice.
  const anna = await logIn();
  const { id } = (await (
    await anna.post("/api/sites/", { ...form, name: "Next", link: "https://next.example" })
  ).json()) as { id: number };
  expect(id).toBe(4);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
}, 30_000);

test("sessions are not part of it: a restored directory has nobody signed in", async () => {
  const { anna } = await fillDirectory();
  const lines = await backUp();
  await wipe();
  await restore(db, each(lines));
  expect((await anna.get("/api/check_auth/")).status).toBe(401);
});

test("nothing is restored over a directory, unless it may be thrown away", async () => {
  await fillDirectory();
  const lines = await backUp();
  await insertSite({ name: "Later" });
  await expect(restore(db, each(lines))).rejects.toThrow("The database is not empty.");
  expect(await restore(db, each(lines), { replace: true })).toBe(lines.length - 2);
  expect(facts(await backUp())).toEqual(facts(lines));
  await expectIndexToEqualTables();
});

test("one that was broken off is run again", async () => {
  await fillDirectory();
  const lines = await backUp();
  await wipe();
  await expect(restore(db, each(lines.slice(0, -1)))).rejects.toThrow("The backup is cut off");
  expect(await restore(db, each(lines), { replace: true })).toBe(lines.length - 2);
  expect(facts(await backUp())).toEqual(facts(lines));
  await expectCountersToEqualTables();
});

test("a backup of another version, and what is none, say so and change nothing", async () => {
  await insertSite();
  const lines = await backUp();
  const head = JSON.parse(lines[0]!) as { migrations: string[] };
  const other = JSON.stringify({ ...head, migrations: [...head.migrations, "9999_later.sql"] });
  await expect(restore(db, each([other]), { replace: true })).rejects.toThrow("9999_later.sql");
  await expect(restore(db, each(["no backup"]), { replace: true })).rejects.toThrow("This is not the beginning");
  expect(facts(await backUp())).toEqual(facts(lines));
});

test("rows that come while the backup is made are noticed", async () => {
  await fillDirectory();
  const reading = dump(db, NOW);
  await reading.next();
  await reading.next();
  await insertSite({ name: "Meanwhile" });
  await expect(
    (async () => {
      for await (const _ of reading);
    })(),
  ).rejects.toThrow("Rows came or went meanwhile");
});
