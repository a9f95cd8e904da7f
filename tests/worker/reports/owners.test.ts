import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { OWNER_DAYS, OWNER_REASONS, REASONS, REPORT_MESSAGES } from "#schema/sites/reports.ts";
import type { OwnerSiteSummary, Page } from "#schema/sites/sites.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { adminRecords } from "../support/admin.ts";
import { fakes, NOW, runCron } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { ANNA, BERT, errorResponse, insertUser, lastMail, logIn, logInNew, readResponse } from "../support/people.ts";
import {
  db,
  insertReported,
  prove,
  REPORT,
  report,
  SOURCE,
  storedReports,
  storedSite,
  suggest,
  TEXT,
} from "../support/reports.ts";

const STAFF = "staff@example.com";
let owner: Browser;

beforeEach(async () => {
  const anna = await insertUser();
  owner = await logIn();
  await insertReported(anna.id);
  await prove();
});

const waiting = async (browser = owner) =>
  (await (await browser.get("/api/sites/")).json<Page<OwnerSiteSummary>>()).results[0]?.reports ?? [];
const decide = async (isAccepted: boolean, { id = 1, answer = "", browser = owner } = {}) => {
  const state = isAccepted ? "accepted" : "declined";
  return readResponse(await browser.post(`/api/sites/reports/${id}/decision/`, { state, answer }));
};
/** How many staff decide. A session of staff ends after twelve hours. */
const ofStaff = async () => (await adminRecords(await logIn(STAFF), "reports/report/?filter=waiting")).length;
const saved = { status: 200, body: { message: "Your answer is saved." } };

test("a proven owner reads facts first, and never who reports or what accuses the owner", async () => {
  const notice = { text: TEXT, name: "Bert", email: BERT, good_faith: true };
  for (const reason of REASONS) await report({ ...notice, reason });
  await suggest({ name: "New name" }, { email: BERT });
  const listed = await waiting();
  expect(listed.map(({ reason }) => reason).toSorted()).toEqual([...OWNER_REASONS].toSorted());
  expect(JSON.stringify(listed)).not.toMatch(/bert/i);
  expect(listed.at(-1)).toMatchObject({
    changes: { before: { name: "Mattermost" }, after: { name: "New name" } },
    source: SOURCE,
  });
  // One mail a day, without what strangers wrote.
  const mails = fakes.mails.filter(({ to }) => to === ANNA);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).not.toMatch(/bert|error since June/i);
});

test("an accepted suggestion changes the listing as the owner's own save does, and the person gets the answer", async () => {
  await suggest({ "facts.pricing": "free", "facts.platforms": null, category: "security" }, { email: BERT });
  expect(await decide(true, { answer: "Thanks!\nFixed." })).toEqual(saved);
  expect(await storedSite()).toMatchObject({
    category: "security",
    facts: { pricing: "free", stars: 5, source_code: "https://code.example/m" },
    factSources: { pricing: SOURCE, platforms: "https://mattermost.com/apps" },
    factsCheckedAt: "2026-11-20",
    verifiedBy: "dns",
  });
  expect(lastMail(BERT)?.text).toContain("Its owner has accepted it.");
  // Owners cannot mail a text of their own.
  expect(lastMail(BERT)?.text).not.toContain("Fixed.");
  expect((await storedReports())[0]).toMatchObject({
    state: "accepted",
    decidedBy: "owner",
    email: "",
    ownerUntil: expect.any(Number),
  });
  expect(await waiting()).toEqual([]);
});

test("suggested products replace those of the listing, and what its owner says about the others stays", async () => {
  await db.update(alternatives).set({ description: "Chat" });
  const slack = { name: "Slack", link: "https://slack.com/" };
  await suggest({ alternatives: [{ name: "Zoom", link: "https://zoom.example/" }, slack] });
  expect(await decide(true)).toEqual(saved);
  const { results } = await (await owner.get("/api/sites/")).json<Page<OwnerSiteSummary>>();
  expect(results[0]!.alternatives).toMatchObject([{ name: "Zoom" }, { id: 1, name: "Slack", description: "Chat" }]);
});

test("a value that has changed since is not overwritten, and what is right already is left", async () => {
  await suggest({ description: "Chat for teams", "facts.pricing": "free" });
  await db.update(sites).set({ description: "Safe chat" }).where(eq(sites.id, 1));
  expect(await decide(true)).toEqual(errorResponse(409, REPORT_MESSAGES.changed));
  expect(await storedSite()).toMatchObject({ description: "Safe chat", facts: { pricing: "paid" } });
  await db.update(sites).set({ description: "Chat for teams" }).where(eq(sites.id, 1));
  expect(await decide(true)).toEqual(saved);
  expect(await storedSite()).toMatchObject({ description: "Chat for teams", facts: { pricing: "free" } });
});

test("of two answers at the same moment one counts, and a decided report has one mail", async () => {
  await suggest({ description: "Chat for teams" }, { email: BERT });
  const answers = await Promise.all([decide(true), decide(false)]);
  expect(answers.map(({ status }) => status).toSorted()).toSatisfy(([first, second]) => first === 200 && second >= 404);
  expect((await decide(true)).status).toBe(404);
  expect(fakes.mails.filter(({ to }) => to === BERT)).toHaveLength(1);
  const isAccepted = (await storedReports())[0]!.state === "accepted";
  expect((await storedSite()).description).toBe(isAccepted ? "Chat for teams" : "Secure chat");
});

test("nobody else answers", async () => {
  await report(REPORT);
  const bert = await logInNew({ email: BERT });
  expect(await waiting(bert)).toEqual([]);
  expect((await decide(true, { browser: bert })).status).toBe(404);
  expect(await decide(true)).toEqual(saved);
});

test("after fourteen days, staff decide", async () => {
  await report(REPORT);
  await insertUser({ email: STAFF, isStaff: true });
  fakes.now = NOW + OWNER_DAYS * DAY_MS;
  await runCron();
  expect([await ofStaff(), (await waiting()).length]).toEqual([0, 1]);
  fakes.now += 1;
  await runCron();
  expect([await ofStaff(), await waiting()]).toEqual([1, []]);
  expect((await decide(true)).status).toBe(404);
});
