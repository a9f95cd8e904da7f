import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { OWNERSHIP_MESSAGES } from "#schema/sites/ownership.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { claims } from "#schema/tables/claims.ts";
import { users } from "#schema/tables/accounts.ts";
import { uploads } from "#schema/tables/media.ts";
import { adminRecords, auditEntries } from "../support/admin.ts";
import { fakePorts, fakes, NOW, runCron } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { listSite } from "../support/own-sites.ts";
import { act, check, ownership, pageWith, publish, publishPage, siteRow, tokenFor } from "../support/ownership.ts";
import { ANNA, BERT, errorResponse, insertUser, lastMail, logIn, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { storeImage } from "../support/uploads.ts";

let anna: Browser;
let bert: Browser;
let id: number;
const db = drizzle(env.DB);
const bertId = 2;

beforeEach(async () => {
  const owner = await insertUser();
  await insertUser({ email: BERT });
  [anna, bert] = [await logIn(), await logIn(BERT)];
  ({ id } = await insertSite({ name: "Tool", link: "https://tool.example/", ownerId: owner.id }));
});

const prove = async (browser = bert, siteId = id) => publish("meta", "tool.example", await tokenFor(browser, siteId));
async function claim(browser = bert) {
  await prove(browser);
  return act(browser, id, "claim");
}
const objections = async () => (await db.select().from(claims)).map(({ objection }) => objection);

test("a listing without an owner belongs at once to the person who proves it", async () => {
  const { id: free } = await insertSite({ link: "https://tool.example/" });
  expect((await act(bert, free, "claim")).status).toBe(403);
  await prove(bert, free);
  expect(await act(bert, free, "claim")).toEqual({ status: 200, body: { state: "yours" } });
  expect(await siteRow(free)).toMatchObject({ ownerId: bertId, verifiedBy: "meta", verifiedSince: NOW });
  expect(lastMail(BERT)?.subject).toMatch(/^The listing is yours/);
  expect(await act(bert, free, "claim")).toEqual({ status: 200, body: { state: "yours" } });
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  expect(await auditEntries(staff)).toMatchObject([
    { model: "sites.site", record_id: String(free), before: { owner: null }, after: { owner: `account ${bertId}` } },
  ]);
});

test("after seven days without an answer, a claim is granted, and the two people learn no address of each other", async () => {
  expect(await claim()).toEqual({ status: 200, body: { state: "waiting" } });
  const asked = lastMail(ANNA)!;
  expect(asked.subject).toBe("Somebody claims your listing: Tool");
  const due = new Date(NOW + 7 * DAY_MS).toISOString();
  expect(await ownership(anna, id)).toMatchObject({ claim: { state: "waiting", answer_due_at: due } });
  expect(await ownership(bert, id)).toMatchObject({ is_own: false, has_owner: true, claim: { state: "waiting" } });
  expect(await act(bert, id, "claim")).toEqual({ status: 200, body: { state: "waiting" } });
  expect((await act(bert, id, "claim/object", { objection: "Mine" })).status).toBe(404);
  fakes.now += 7 * DAY_MS - 1;
  await runCron();
  expect(await objections()).toEqual([null]);
  fakes.now += 1;
  await runCron();
  await runCron();
  expect(await siteRow(id)).toMatchObject({ ownerId: bertId, verifiedBy: "meta" });
  expect((await act(anna, id, "claim/object", { objection: "Mine" })).status).toBe(404);
  expect(await objections()).toEqual([]);
  [anna, bert] = [await logIn(), await logIn(BERT)];
  const told = [asked, lastMail(ANNA)!, lastMail(BERT)!, await ownership(bert, id), await ownership(anna, id)];
  expect(fakes.mails.map(({ to }) => to)).toEqual([ANNA, BERT, ANNA]);
  expect(JSON.stringify(told.map(({ to: _, ...rest }: object & { to?: string }) => rest))).not.toMatch(/(anna|bert)@/);
});

test("staff decide what an owner disputes: a refusal goes to the claimant, and a third claim must wait", async () => {
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  for (const round of [1, 2]) {
    await claim();
    expect((await act(anna, id, "claim/object", { objection: " " })).status).toBe(400);
    expect((await act(anna, id, "claim/object", { objection: "It is mine" })).status).toBe(204);
    expect((await act(anna, id, "claim/object", { objection: "No, hers" })).status).toBe(204);
    const [record] = await adminRecords(staff, "sites/claim/?filter=disputed");
    expect(record).toMatchObject({ site: "Tool", claimant: BERT, owner: ANNA, objection: "It is mine" });
    const path = `/api/sites/claim/${record!.id}/?seen=${String(record!["updated_at"])}`;
    expect((await staff.patch(path, { refusal: "Anna has the trade mark." })).status).toBe(200);
    expect((await staff.patch(path, { granted: true })).status).toBe(404);
    expect(lastMail(BERT)?.text).toContain("trade mark");
    expect(await ownership(bert, id)).toMatchObject({ claim: null });
    fakes.now += round;
  }
  expect((await claim()).status).toBe(429);
  expect((await siteRow(id)).ownerId).toBe(1);
  await expectCountersToEqualTables();
});

test("staff grant a claim once", async () => {
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  await claim();
  await act(anna, id, "claim/object", { objection: "Mine" });
  const answers = await Promise.all([1, 2].map(() => staff.patch("/api/sites/claim/1/", { granted: true })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await siteRow(id)).ownerId).toBe(bertId);
  expect(lastMail(ANNA)?.text).toContain("our staff have decided");
  expect(await auditEntries(staff)).toMatchObject([{ model: "sites.site" }, { model: "sites.claim" }]);
});

test("a claim whose proof is gone goes to staff, as one of a proven listing", async () => {
  await claim();
  fakes.internet.clear();
  fakes.now += 7 * DAY_MS;
  await runCron();
  expect([await objections(), (await siteRow(id)).ownerId]).toEqual([
    [expect.stringContaining(OWNERSHIP_MESSAGES.proofGone)],
    1,
  ]);
  await db.delete(claims);
  await prove(anna);
  await check(anna, id);
  await claim();
  fakes.now += 7 * DAY_MS;
  await runCron();
  expect([await objections(), (await siteRow(id)).ownerId]).toEqual([[""], 1]);
});

test("of two people who claim at the same time, one waits and the other is refused", async () => {
  const carl = await logInNew({ email: "carl@example.com" });
  await prove();
  publish("file", "tool.example", await tokenFor(carl, id));
  const answers = await Promise.all([bert, carl].map((browser) => act(browser, id, "claim")));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect([await objections(), fakes.mails.length]).toEqual([[null], 1]);
});

test("a claim of somebody who lists the link, or is suspended, takes the listing from nobody", async () => {
  await listSite(bert, { name: "Own", link: "https://tool.example/" });
  expect(await claim()).toEqual(errorResponse(409, OWNERSHIP_MESSAGES.linkTaken));
  await bert.delete("/api/sites/2/");
  await claim();
  await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, bertId));
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  const granted = await staff.patch("/api/sites/claim/1/", { granted: true });
  expect([granted.status, (await siteRow(id)).ownerId]).toEqual([409, 1]);
});

test("images move to the new owner with their listing", async () => {
  const logo = await storeImage(1, "logo", 400, 400);
  ({ id } = await listSite(anna, { name: "Pictures", link: "https://tool.example/x", logo }));
  publishPage("https://tool.example/x", pageWith(await tokenFor(bert, id)));
  await act(bert, id, "claim");
  fakes.now += 7 * DAY_MS;
  await runCron();
  expect((await db.select().from(uploads)).map(({ userId }) => userId)).toEqual([bertId]);
});

test("an objection that arrives while the cron decides still counts, and a claim of a suspended person ends", async () => {
  await claim();
  fakes.now += 7 * DAY_MS;
  anna = await logIn();
  let answer: { status: number } | undefined;
  const fetch: typeof fakePorts.fetch = async (url, init) => {
    answer ??= await act(anna, id, "claim/object", { objection: "It is mine since 2010" });
    return fakePorts.fetch(url, init);
  };
  await runCron({ fetch });
  expect(answer?.status).toBe(204);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await siteRow(id)).toMatchObject({ ownerId: 1 });
  expect(await objections()).toEqual(["It is mine since 2010"]);
  await db.update(users).set({ suspendedAt: fakes.now }).where(eq(users.id, bertId));
  await db.update(claims).set({ objection: null });
  await runCron();
  expect(await objections()).toEqual([]);
});
