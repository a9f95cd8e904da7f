import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { openCloudflare } from "#worker/commands/cloudflare.ts";
import { failureMessage } from "#worker/commands/failure-messages.ts";
import { restDatabase, waiting } from "#worker/commands/rest-database.ts";
import { openDatabase, type Where } from "#worker/commands/where.ts";
import { findDatabase } from "#worker/commands/wrangler.ts";
import { connect, violatesConstraint } from "#worker/db/connection.ts";
import { runQuery } from "#worker/db/raw.ts";
import { useDatabases } from "./deployed.ts";

test("a command that cannot reach the deployed directory says what to do", async () => {
  const { faults } = await useDatabases("directory");
  const failure = async (where: Partial<Where> = {}) =>
    failureMessage(await openDatabase({ remote: true, env: "production", ...where }).catch((error: unknown) => error));
  expect(await failure({ remote: false, env: "staging" })).toBe(
    "--env chooses a deployed directory. Add --remote: -- --remote --env staging",
  );
  expect(await failure({ env: "staging" })).toBe(
    "This account has no database directory-staging. Deploy first: npm run deploy -- --env staging",
  );
  faults.push({ status: 403, message: "Authentication error" });
  expect(await failure()).toContain("Give CLOUDFLARE_API_TOKEN the permissions that worker/OPERATE.md lists");
});

test("D1's API keeps the promises of D1's binding", async () => {
  const { faults, statuses } = await useDatabases("directory");
  const { db } = await openDatabase({ remote: true, env: "production" });
  // A statement that fails undoes the others of its batch.
  await db.run(sql`CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE, done INTEGER)`);
  const note = (id: number, text: string | null, isDone: boolean) =>
    runQuery(db, sql`INSERT INTO notes VALUES (${id}, ${text}, ${isDone})`);
  await db.batch([note(1, "one", true), note(2, null, false)]);
  const failure = await db.batch([note(3, "three", true), note(4, "one", true)]).catch((error: unknown) => error);
  expect(String((failure as Error).cause)).toContain("UNIQUE constraint failed: notes.text");
  expect(violatesConstraint(failure, users.email)).toBe(false);
  expect(await db.values(sql`SELECT * FROM notes`)).toEqual([
    [1, "one", 1],
    [2, null, 0],
  ]);

  // A read is tried again, a write is not.
  const lost = { status: 500, message: "Lost", isAfter: true, headers: { "retry-after-ms": "1" } };
  faults.push(lost);
  expect(await db.values(sql`SELECT done FROM notes WHERE id = 2`)).toEqual([[0]]);
  expect(statuses.slice(-2)).toEqual([500, 200]);
  faults.push(lost);
  await expect(runQuery(db, sql`UPDATE notes SET done = done + 1 WHERE id = 2`)).rejects.toThrow("Failed query");
  expect(await db.values(sql`SELECT done FROM notes WHERE id = 2`)).toEqual([[1]]);
});

test("reads and writes that were refused for the limit of calls are sent again later", async () => {
  const { env, faults } = await useDatabases("directory");
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  const deployed = { account: env.CLOUDFLARE_ACCOUNT_ID, id: (await findDatabase("directory"))! };
  const db = connect(restDatabase(openCloudflare(), deployed, { sleep }));
  const refused = { status: 429, message: "Please wait" };
  faults.push({ ...refused, headers: { "Retry-After": "7" } }, refused);
  await db.run(sql`CREATE TABLE notes (id)`);
  expect(pauses).toEqual([7000, 300_000]);
  faults.push(refused, refused, refused);
  await expect(db.run(sql`INSERT INTO notes VALUES (1)`)).rejects.toThrow("Failed query");
  expect(await db.values(sql`SELECT * FROM notes`)).toEqual([]);
});

test("calls keep within the limit of Cloudflare's API", async () => {
  let now = 0;
  const wait = waiting(
    () => now,
    async (ms) => void (now += ms),
  );
  const times: number[] = [];
  for (let count = 0; count < 3000; count += 1) {
    await wait();
    times.push(now);
  }
  const inFiveMinutes = times.map((time) => times.filter((other) => other >= time && other < time + 300_000).length);
  expect(Math.max(...inFiveMinutes)).toBeLessThan(1200);
  expect(times[299]).toBe(0);
});
