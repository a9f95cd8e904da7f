import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { HOUR_MS } from "#schema/values/dates.ts";
import { REASONS } from "#schema/sites/reports.ts";
import { fakes, ORIGIN } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { BERT, errorResponse, lastMail, logInNew, readResponse } from "../support/people.ts";
import {
  db,
  insertReported,
  REPORT,
  report,
  reportProduct,
  SOURCE,
  storedReports,
  suggest,
  suggestProduct,
  TEXT,
} from "../support/reports.ts";
import { sites } from "#schema/tables/sites.ts";

const THANKS = "Thank you. Our staff decide.";
const thanks = { status: 202, body: { message: THANKS } };
const NOTICE = { reason: "illegal", text: TEXT, name: "Bert", email: BERT, good_faith: true };

const NAMED = [
  { name: "Slack", link: "https://slack.com/" },
  { name: "Teams", link: "https://teams.example/" },
];

beforeEach(async () => void (await insertReported()));

test("every reason is stored for staff, with the page that it is about", async () => {
  for (const reason of REASONS) {
    expect((await report({ ...NOTICE, reason })).status, reason).toBe(202);
    expect((await reportProduct({ ...NOTICE, reason })).status, reason).toBe(202);
  }
  const stored = await storedReports();
  expect(stored.map((one) => one.reason)).toEqual(REASONS.flatMap((reason) => [reason, reason]));
  expect(stored[0]).toMatchObject({
    siteId: 1,
    productId: null,
    about: "Mattermost",
    page: `${ORIGIN}/mattermost`,
    text: TEXT,
    email: BERT,
    state: "waiting",
    ownerUntil: null,
  });
  expect(stored[1]).toMatchObject({ siteId: null, about: "Slack", page: `${ORIGIN}/alternatives/slack` });
});

test.each([
  ["reason", { ...REPORT, reason: "boring" }],
  ["text", { ...REPORT, text: " short " }],
  ["text", { ...REPORT, text: "x".repeat(5001) }],
  ["email", { ...REPORT, email: "bert" }],
  ["name", { ...NOTICE, name: " " }],
  ["email", { ...NOTICE, email: "" }],
  ["good_faith", { ...NOTICE, good_faith: false }],
  ["good_faith", { reason: "illegal", text: TEXT, child_abuse: true }],
])("a report with a wrong %s is refused at its field", async (field, body) => {
  const refused = await report(body);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body["fields"] as object)).toEqual([field]);
  expect(await storedReports()).toEqual([]);
});

test("a notice about sexual abuse of children needs no name and no email address", async () => {
  expect(await report({ reason: "illegal", text: TEXT, child_abuse: true, good_faith: true })).toEqual(thanks);
  expect(fakes.mails).toEqual([]);
});

test("a notice about illegal content has a receipt, at most three a day to an address, without what was written", async () => {
  expect(await report({ ...NOTICE, email: ` ${BERT.toUpperCase()}` })).toEqual({
    status: 202,
    body: { message: `${THANKS} You get the answer by email.` },
  });
  expect(lastMail(BERT)?.text).toContain(`${ORIGIN}/mattermost`);
  expect(lastMail(BERT)?.text).not.toContain(TEXT);
  for (let number = 1; number <= 4; number++) await report({ ...NOTICE, text: `${TEXT} ${number}` });
  expect(fakes.mails).toHaveLength(3);
  expect(await storedReports()).toHaveLength(5);
  await report({ ...REPORT, email: "cleo@example.com" });
  expect(lastMail("cleo@example.com")).toBeUndefined();
});

test("the same from the same person is one while it waits, also at the same moment", async () => {
  const browser = new Browser();
  await browser.get("/api/check_auth/");
  expect(await Promise.all([1, 2, 3].map(() => report(REPORT, browser)))).toEqual([thanks, thanks, thanks]);
  expect(await storedReports()).toHaveLength(1);
  await report(REPORT);
  await report({ ...REPORT, reason: "spam" }, browser);
  expect(await storedReports()).toHaveLength(3);
  await report(NOTICE);
  await report(NOTICE);
  expect(fakes.mails).toHaveLength(1);
});

test("a client address may send five an hour, a signed-in user twenty, and an ended session counts as none", async () => {
  const [visitor, user] = [new Browser(), await logInNew()];
  const send = (number: number, browser: Browser) =>
    browser.post("/api/sites/1/reports/", { ...REPORT, text: `${TEXT} ${number}` });
  for (const [browser, max] of [
    [visitor, 5],
    [user, 20],
  ] as const) {
    for (let number = 1; number <= max; number++) expect((await send(number, browser)).status).toBe(202);
    const refused = await send(0, browser);
    expect(refused.headers.get("Retry-After")).toBe("3600");
    expect(await readResponse(refused)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  }
  fakes.now += HOUR_MS;
  expect((await send(0, visitor)).status).toBe(202);
  visitor.cookies.set("__Host-session", "ended");
  visitor.cookies.delete("__Host-csrftoken");
  expect((await send(1, visitor)).status).toBe(202);
});

test("what nobody sees cannot be reported", async () => {
  await db.update(sites).set({ review: "pending" });
  for (const path of ["sites/1", "sites/2", "sites/x", "products/slack", "products/none"]) {
    expect((await new Browser().post(`/api/${path}/reports/`, REPORT)).status, path).toBe(404);
    const body = { changes: { name: "New" }, source: SOURCE };
    expect((await new Browser().post(`/api/${path}/suggestions/`, body)).status, path).toBe(404);
  }
});

test("a suggestion is stored with what it replaces, and what the page says already is left out", async () => {
  expect(
    await suggest({
      name: "Mattermost",
      description: "  Secure \u202e chat\n for teams ",
      "facts.pricing": "free",
      "facts.platforms": null,
      "facts.open_source": true,
      alternatives: [{ name: " Zoom", link: "zoom.example" }],
    }),
  ).toEqual(thanks);
  const [stored] = await storedReports();
  expect(stored).toMatchObject({ reason: "suggestion", source: SOURCE });
  expect(
    Object.entries(stored!.changes!.after).map(([key, after]) => [key, stored!.changes!.before[key], after]),
  ).toEqual([
    ["description", "Secure chat", "Secure chat for teams"],
    ["facts.pricing", "paid", "free"],
    ["facts.platforms", ["web"], null],
    ["facts.open_source", null, true],
    ["alternatives", NAMED, [{ name: "Zoom", link: "https://zoom.example" }]],
  ]);
  expect(await suggestProduct({ name: "Slack Chat", link: "https://slack.example/" })).toEqual(thanks);
  expect((await storedReports())[1]!.changes).toEqual({
    before: { name: "Slack", link: "https://slack.com/" },
    after: { name: "Slack Chat", link: "https://slack.example/" },
  });
});

test.each<[string, Record<string, unknown>]>([
  ["changes", {}],
  ["changes", { name: "Mattermost", "facts.pricing": "paid" }],
  ["changes.name", { name: "  " }],
  ["changes.link", { link: "javascript:alert(1)" }],
  ["changes.category", { category: "nothing" }],
  ["changes", { alternatives: NAMED }],
  ["changes.alternatives", { alternatives: [{ name: "Zoom", link: "https://127.0.0.1/" }] }],
  ["changes.alternatives", { alternatives: "Zoom" }],
  ["changes.alternatives", { alternatives: Array.from({ length: 6 }, () => NAMED[0]) }],
  ["changes.slug", { slug: "zoom" }],
  ["changes.constructor", { constructor: "x" }],
  ["changes.facts", { facts: { pricing: "free" } }],
  ["facts.pricing", { "facts.pricing": "cheap" }],
  ["facts.nothing", { "facts.nothing": true }],
  ["facts.stars", { "facts.stars": 9 }],
])("a suggestion is refused at %s: %o", async (field, changes) => {
  const refused = await suggest(changes);
  expect([refused.status, Object.keys(refused.body["fields"] as object)]).toEqual([400, [field]]);
  expect(await storedReports()).toEqual([]);
});

test("a suggestion needs a source, and of a product only the name and the link can change", async () => {
  for (const source of ["", "nothing", "javascript:alert(1)", "http://10.0.0.1/", undefined]) {
    const refused = await suggest({ name: "New" }, { source });
    expect([refused.status, Object.keys(refused.body["fields"] as object)], source).toEqual([400, ["source"]]);
  }
  for (const changes of [{ description: "x" }, { "facts.pricing": "free" }, { link: "https://localhost/" }])
    expect((await suggestProduct(changes)).status).toBe(400);
});

test("texts are stored as they are, in any script", async () => {
  const text = `<script>alert(1)</script> ${"🦜".repeat(20)} שלום\r\nzwei`;
  expect(await report({ ...REPORT, text })).toEqual(thanks);
  expect((await storedReports())[0]!.text).toBe(text.replace("\r", ""));
});
