import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { sites } from "#schema/tables/sites.ts";
import { users } from "#schema/tables/accounts.ts";
import { connect } from "#worker/db/connection.ts";
import { readDirectoryConfig } from "#worker/config/config.ts";
import { checkWatches } from "#worker/features/search-watches/check.ts";
import { type ReadVocabulary, vocabularyReader } from "#worker/features/search/read-vocabulary.ts";
import { listSites } from "#worker/features/sites/list/list.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { meter } from "../../support/meter.ts";
import { fakePorts, fakes, NO_MAIL, ORIGIN, REFUSED_MAIL, runCron } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { BERT, insertUser } from "../support/people.ts";
import {
  ask,
  ASKED,
  confirm,
  confirmPathIn,
  stopPathIn,
  storedWatches,
  unsubscribe,
  watch,
} from "../support/search-watches.ts";
import { loggedErrors } from "../support/setup.ts";

const db = connect(env.DB);
const { email } = ASKED;
const readWords = vocabularyReader({ env, var: { ports: fakePorts } });
const listed = (to = email) => fakes.mails.filter((mail) => mail.to === to && mail.subject.startsWith("One is listed"));

/** Checks the watches alone, and runs `first` before it searches. Returns what the check asked of D1. */
async function check(first: () => Promise<void> = async () => {}) {
  const counts = meter(env.DB);
  const readVocabulary: ReadVocabulary = async (q) => {
    await first();
    return readWords(q);
  };
  const parts = {
    ports: fakePorts,
    config: readDirectoryConfig(env),
    secretKey: env.SECRET_KEY,
    readVocabulary,
  };
  await checkWatches({ ...parts, db: connect(counts.d1) });
  return counts;
}

test("after a matching site was listed, the person gets one mail with its link, and the watch ends", async () => {
  await watch({ q: "typewriter sounds" });
  await insertSite({ name: "Quiet desk", description: "No match" });
  await runCron();
  expect(listed()).toEqual([]);
  await insertSites(["Clack", "Ribbon", "Carriage", "Platen"], { description: "Typewriter sounds for writers" });
  await runCron();
  await insertSite({ name: "Late", description: "Typewriter sounds" });
  await runCron();
  expect(listed()).toHaveLength(1);
  expect(await storedWatches()).toEqual([]);
  const [mail] = listed();
  expect(mail!.subject).toBe("One is listed: Platen");
  expect(mail!.text).toContain("your search “typewriter sounds”");
  expect(mail!.text).toContain(`Platen: ${ORIGIN}/platen\nCarriage: ${ORIGIN}/carriage\nRibbon: ${ORIGIN}/ribbon\n`);
  expect(mail!.text).not.toContain("Clack");
  expect(mail!.text).toContain(`${ORIGIN}/?q=typewriter+sounds`);
  expect(mail!.headers).toEqual({
    "List-Unsubscribe": `<${ORIGIN}${stopPathIn(mail)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("only confirmed watches get a mail, and a site that was listed before the confirmation counts", async () => {
  await ask();
  await insertSite({ name: "Typewriter" });
  await runCron();
  expect(listed()).toEqual([]);
  await confirm(confirmPathIn(fakes.mails.at(-1)));
  await runCron();
  expect(listed()).toHaveLength(1);
});

test("a search in a category waits for a site in this category", async () => {
  await watch({ category: "education" });
  await insertSite({ name: "Typewriter" });
  await runCron();
  expect(listed()).toEqual([]);
  await insertSite({ name: "Typewriter lessons", category: "education" });
  await runCron();
  expect(listed()).toHaveLength(1);
  expect(listed()[0]!.text).toContain("/?q=typewriter&category=education");
});

test("a pending site matches when it is approved, and one of a suspended owner when the suspension ends", async () => {
  const { id } = await insertUser({ email: BERT, suspendedAt: fakes.now });
  await watch();
  await watch({ q: "ribbon" });
  const pending = await insertSite({ name: "Typewriter", review: "pending" });
  await insertSite({ name: "Ribbon", ownerId: id });
  await runCron();
  expect(listed()).toEqual([]);
  await db.update(sites).set({ review: "active" }).where(eq(sites.id, pending.id));
  await runCron();
  expect(listed().map(({ subject }) => subject)).toEqual(["One is listed: Typewriter"]);
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, id));
  await runCron();
  expect(
    listed()
      .map(({ subject }) => subject)
      .at(-1),
  ).toBe("One is listed: Ribbon");
});

test("simultaneous cron runs send one mail", async () => {
  await watch();
  await insertSite({ name: "Typewriter" });
  await Promise.all([runCron(), runCron(), runCron()]);
  await runCron();
  expect(listed()).toHaveLength(1);
});

test("a run that is slower than another one, or than an unsubscription, sends no second mail", async () => {
  await watch();
  await insertSite({ name: "Typewriter" });
  await check(runCron);
  await runCron();
  expect(listed()).toHaveLength(1);
  const mail = await watch({ q: "ribbon" });
  await insertSite({ name: "Ribbon" });
  await check(async () => void (await unsubscribe(stopPathIn(mail))));
  await runCron();
  expect(listed()).toHaveLength(1);
});

test("a site that is only close to the search is no match", async () => {
  const q = "typewriter calendar";
  await watch({ q });
  await insertSite({ name: "Ribbon", description: "A calendar" });
  const vocabulary = await readWords(q);
  const close = await listSites(db, { q, now: fakes.now, sort: null, page: 1, perPage: 6, vocabulary });
  expect([close.count, close.exact_count, close.corrected_query]).toEqual([1, 0, undefined]);
  await runCron();
  expect(listed()).toEqual([]);
  await insertSite({ name: "Both", description: "A calendar for a typewriter" });
  await runCron();
  expect(listed()).toHaveLength(1);
  expect(listed()[0]!.text).not.toContain("Ribbon");
});

test.each([
  ["the mail service", REFUSED_MAIL],
  ["the queue", NO_MAIL],
])("if %s is down, the mail is sent once when it works again", async (_, { ports }) => {
  await watch();
  await insertSite({ name: "Typewriter" });
  await runCron(ports);
  expect(loggedErrors.splice(0)).not.toEqual([]);
  expect([listed(), await storedWatches()]).toEqual([[], []]);
  fakes.now += 15 * 60_000;
  await runCron();
  await runCron();
  expect(listed()).toHaveLength(1);
  expect(listed()[0]!.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(await db.select().from(outbox)).toEqual([]);
});

test("if D1 fails before the mail is stored, the watch stays and the next run sends the mail", async () => {
  await watch();
  await watch({ email: BERT, q: "ribbon" });
  await insertSites(["Typewriter", "Ribbon"]);
  await env.DB.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON outbox WHEN new.recipient = '${email}' BEGIN SELECT raise(ABORT, 'No.'); END`,
  );
  await expect(runSchedule(env, fakePorts)).rejects.toThrow("Some cron steps failed.");
  expect(await storedWatches()).toMatchObject([{ email }]);
  await env.DB.exec("DROP TRIGGER broken");
  fakes.now += 15 * 60_000;
  await runCron();
  expect([listed(), listed(BERT)].map((mails) => mails.length)).toEqual([1, 1]);
});

test("searches that always fail keep no other search from being checked", async () => {
  for (let n = 0; n < 25; n++) await watch({ email: `p${n}@example.com`, q: "fails" });
  await watch({ q: "ribbon" });
  await insertSite({ name: "Ribbon" });
  const parts = { ports: fakePorts, config: readDirectoryConfig(env), secretKey: env.SECRET_KEY, db };
  const readVocabulary: ReadVocabulary = async (q) => {
    if (q === "fails") throw new Error("This text cannot be read.");
    return readWords(q);
  };
  await expect(checkWatches({ ...parts, readVocabulary })).rejects.toThrow("Some searches of watches failed.");
  await expect(checkWatches({ ...parts, readVocabulary })).rejects.toThrow("Some searches of watches failed.");
  expect((await storedWatches()).map(({ q }) => q)).not.toContain("ribbon");
});

test("an ended watch gets no mail, even before cron has deleted it", async () => {
  await watch();
  await insertSite({ name: "Typewriter" });
  fakes.now += 365 * DAY_MS;
  await check();
  expect(await db.select().from(outbox)).toEqual([]);
});
