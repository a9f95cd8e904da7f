import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { REPORT_MESSAGES } from "#schema/sites/reports.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { adminRecords, auditEntries } from "../support/admin.ts";
import { fakes } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import {
  BERT,
  errorResponse,
  insertUser,
  lastMail,
  logIn,
  logInNew,
  PASSWORD,
  readResponse,
} from "../support/people.ts";
import {
  db,
  insertReported,
  REPORT,
  report,
  SOURCE,
  storedReports,
  storedSite,
  suggest,
  suggestProduct,
  TEXT,
} from "../support/reports.ts";

let staff: Browser;

beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  await insertReported();
});

const loggedModels = async () => (await adminRecords(staff, "audit/entry/")).map((entry) => entry["model"]);
const decide = async (isAccepted: boolean, { id = 1, refusal = "No." } = {}) =>
  readResponse(await staff.patch(`/api/reports/report/${id}/`, isAccepted ? { granted: true } : { refusal }));
const decided = errorResponse(404, REPORT_MESSAGES.decided);

test("staff see the difference and its source, accept it, and the audit log has both changes", async () => {
  await suggest({ "facts.pricing": "free", description: "Chat <b>" }, { email: BERT });
  const [record] = await adminRecords(staff, "reports/report/?filter=waiting");
  expect(record).toMatchObject({ about: "Mattermost", reason: "suggestion", source: SOURCE, email: BERT });
  expect(JSON.parse(String(record!["changes"]))).toEqual({
    before: { "facts.pricing": "paid", description: "Secure chat" },
    after: { "facts.pricing": "free", description: "Chat <b>" },
  });
  expect((await decide(true)).status).toBe(200);
  expect(await storedReports()).toMatchObject([{ state: "accepted", decidedBy: "staff", email: "" }]);
  expect(await storedSite()).toMatchObject({
    description: "Chat <b>",
    facts: { pricing: "free", stars: 5 },
    factSources: { pricing: SOURCE, platforms: "https://mattermost.com/apps" },
    review: "active",
  });
  expect(lastMail(BERT)?.text).toContain("We have accepted it.");
  expect((await loggedModels()).toSorted()).toEqual(["reports.report", "sites.site"]);
  expect(await auditEntries(staff)).toContainEqual(
    expect.objectContaining({
      before: expect.objectContaining({ description: "Secure chat" }),
      after: expect.objectContaining({ description: "Chat <b>" }),
    }),
  );
});

test("a declined notice answers the person with what they can do, and forgets them", async () => {
  await report({ reason: "illegal", text: TEXT, name: "Bert", email: BERT, good_faith: true });
  await decide(false, { refusal: "It is a quotation.\n\nThat is legal." });
  const mail = lastMail(BERT)!;
  expect(mail.text).toContain("That is legal.");
  expect(mail.text).toMatch(/reply to this email[^]*out-of-court dispute settlement/);
  expect((await storedReports())[0]).toMatchObject({ state: "declined", email: "", name: "", text: TEXT });
  expect(await storedSite()).toMatchObject({ description: "Secure chat", review: "active" });
});

test("a report is decided once, also by two at the same moment", async () => {
  await report({ ...REPORT, email: BERT });
  for (const wrong of [{ granted: "yes" }, { refusal: " " }, { state: "accepted" }, {}])
    expect((await staff.patch("/api/reports/report/1/", wrong)).status).toBe(400);
  const both = await Promise.all([decide(true), decide(false)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await decide(false)).toEqual(decided);
  expect(fakes.mails.filter(({ to }) => to === BERT)).toHaveLength(1);
});

test("a listing that says something else since is not overwritten, and what was done already is accepted", async () => {
  await suggest({ description: "Chat for teams" });
  await db.update(sites).set({ description: "Safe chat" }).where(eq(sites.id, 1));
  expect(await decide(true)).toEqual(errorResponse(409, REPORT_MESSAGES.changed));
  expect((await storedSite()).description).toBe("Safe chat");
  await db.update(sites).set({ description: "Chat for teams" }).where(eq(sites.id, 1));
  expect((await decide(true)).status).toBe(200);
});

test("staff change a product themselves", async () => {
  await suggestProduct({ name: "Slack Chat" }, { email: BERT });
  expect((await decide(true)).status).toBe(200);
  expect(await db.select({ name: products.name }).from(products)).toMatchObject([{ name: "Slack" }, {}]);
  expect(lastMail(BERT)?.text).toContain("We have accepted it.");
});

test("the report of a deleted listing stays, and is answered", async () => {
  await suggest({ description: "Chat for teams" }, { email: BERT });
  await report({ ...REPORT, email: BERT });
  expect((await staff.delete("/api/sites/1/")).status).toBe(204);
  expect((await decide(true, { id: 2 })).status).toBe(200);
  expect((await decide(true)).status).toBe(200);
  expect(fakes.mails.filter(({ to }) => to === BERT)).toHaveLength(2);
});

test("the account's data has its reports, which stay without it", async () => {
  await insertUser({ email: BERT });
  const bert = await logIn(BERT);
  await report({ ...REPORT, email: BERT }, bert);
  const data = await (await bert.get("/api/user/export/")).json<{ reports: object[] }>();
  expect(data.reports).toMatchObject([{ text: TEXT, email: BERT }]);
  expect(data.reports[0]).not.toHaveProperty("key");
  expect((await bert.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
  expect(await storedReports()).toMatchObject([{ text: TEXT, email: "", state: "waiting" }]);
});
