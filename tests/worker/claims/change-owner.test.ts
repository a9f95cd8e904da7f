import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { HANDOVER_DAYS, OWNERSHIP_MESSAGES } from "#schema/sites/ownership.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { sites } from "#schema/tables/sites.ts";
import { fakes, NOW, runCron } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { act, check, publish, siteRow, tokenFor } from "../support/ownership.ts";
import { siteBody } from "../support/own-sites.ts";
import { usePayer } from "../support/payer.ts";
import { ANNA, BERT, errorResponse, insertUser, lastMail, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { noResponse } from "../support/stripe.ts";

const payer = usePayer();
const { stripe, pay } = payer;
const db = drizzle(env.DB);
let bert: Browser;
let bertId: number;

beforeEach(async () => {
  bertId = (await insertUser({ email: BERT })).id;
  bert = await logIn(BERT);
});

const handOver = (email = BERT) => act(payer.anna, payer.siteId, "handover", { email });
const mailedToken = () =>
  /handover=(\S+)/.exec(fakes.mails.findLast(({ text }) => text.includes("handover="))!.text)![1]!;
const accept = (browser = bert, token = mailedToken()) =>
  browser.post(`/api/sites/${payer.siteId}/handover/accept/?handover=${token}`, undefined, stripe.overrides());
const owner = async () => (await siteRow(payer.siteId)).ownerId;

test("an owner hands a listing over by mail, and it changes hands when the person accepts", async () => {
  expect(await handOver()).toMatchObject({ status: 204 });
  const mail = lastMail(BERT)!;
  expect(mail.text).toContain(`/site/owner/${payer.siteId}`);
  expect(mail.text).not.toMatch(/anna@|Site \d/);
  const seen = await bert.get(`/api/sites/${payer.siteId}/ownership/?handover=${mailedToken()}`);
  expect(await seen.json()).toMatchObject({ is_own: false, is_handed_over: true });
  expect(await owner()).toBe(1);
  expect((await accept()).status).toBe(204);
  expect(await owner()).toBe(bertId);
  expect((await accept()).status).toBe(204);
  expect((await accept(payer.anna)).status).toBe(409);
  // Also if it comes back to Anna.
  await db.update(sites).set({ ownerId: 1 }).where(eq(sites.id, payer.siteId));
  expect((await accept()).status).toBe(409);
  expect(fakes.mails.map(({ to }) => to)).toEqual([BERT, BERT, ANNA]);
  expect(lastMail(ANNA)?.text).not.toContain("refund");
});

test("the answer is the same for an address without an account", async () => {
  expect(await handOver("nobody@example.com")).toEqual(await handOver());
  expect(lastMail("nobody@example.com")).toBeDefined();
});

test("a hand-over needs an address", async () => {
  expect(await handOver("no address")).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
});

test("nobody accepts what has been saved again, too old, or for another person", async () => {
  const carl = await insertUser({ email: "carl@example.com" });
  await handOver();
  expect((await accept(await logIn(carl.email))).status).toBe(409);
  const [signature = ""] = mailedToken().split(".").slice(1);
  expect((await accept(bert, `${NOW + 90 * DAY_MS}.${signature}`)).status).toBe(409);
  const site = await (await payer.anna.get(`/api/sites/${payer.siteId}/`)).json<EditableSite>();
  const saved = await payer.anna.put(`/api/sites/${site.id}/`, siteBody({ updated_at: site.updated_at }));
  expect(saved.status).toBe(200);
  expect((await accept()).status).toBe(409);
  await handOver();
  fakes.now += HANDOVER_DAYS * DAY_MS;
  expect((await accept()).status).toBe(409);
  expect(await owner()).toBe(1);
});

test("a listing that is claimed is not handed over to escape the claim", async () => {
  const { host, id } = await siteRow(payer.siteId);
  await handOver();
  publish("file", host, await tokenFor(bert, id));
  await act(bert, id, "claim");
  expect((await accept()).status).toBe(409);
  expect(await handOver("carl@example.com")).toEqual(errorResponse(409, OWNERSHIP_MESSAGES.claimOpen));
  expect(await owner()).toBe(1);
});

test("a hand-over ends the subscription once, refunds the unused days, and keeps what staff granted", async () => {
  await pay();
  const grantedUntil = NOW + 90 * DAY_MS;
  await db.update(sites).set({ grantedUntil }).where(eq(sites.id, payer.siteId));
  stripe.advanceDays(12);
  await handOver();
  const answers = await Promise.all([accept(), accept()]);
  expect(answers.map(({ status }) => status)).toContain(204);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect([payer.statuses(), payer.refunded()]).toEqual([["canceled"], [600]]);
  expect(await siteRow(payer.siteId)).toMatchObject({ ownerId: bertId, grantedUntil, featuredUntil: grantedUntil });
  expect(lastMail(ANNA)?.text).toContain("we refund them");
  expect((await payer.anna.get("/api/payments/")).status).toBe(200);
});

test("while a payment is in progress, or Stripe is down, the listing stays with its owner, and the call can be repeated", async () => {
  await pay();
  await handOver();
  await env.DB.prepare("INSERT INTO payment_locks (site_id, user_id, key, created_at) VALUES (?, 1, 'k', ?)")
    .bind(payer.siteId, NOW)
    .run();
  expect((await accept()).status).toBe(409);
  expect([await owner(), payer.statuses()]).toEqual([1, ["active"]]);
  await env.DB.exec("DELETE FROM payment_locks");
  stripe.intercept = noResponse;
  expect((await accept()).status).toBe(502);
  expect(loggedErrors.splice(0)).not.toEqual([]);
  expect(await owner()).toBe(1);
  stripe.intercept = (_, forward) => forward();
  expect((await accept()).status).toBe(204);
  expect([await owner(), payer.statuses()]).toEqual([bertId, ["canceled"]]);
});

test("a claim that nobody answered waits for a payment in progress, and then refunds the unused days", async () => {
  await pay();
  const { host, id } = await siteRow(payer.siteId);
  publish("dns", host, await tokenFor(bert, id));
  await act(bert, id, "claim");
  stripe.advanceDays(7);
  const lock = env.DB.prepare("INSERT INTO payment_locks (site_id, user_id, key, created_at) VALUES (?, 1, 'k', ?)");
  await lock.bind(id, fakes.now).run();
  await runCron(stripe.ports());
  expect([await owner(), payer.statuses()]).toEqual([1, ["active"]]);
  expect(loggedErrors.splice(0)).not.toEqual([]);
  await env.DB.exec("DELETE FROM payment_locks");
  await runCron(stripe.ports());
  expect([await owner(), payer.statuses()]).toEqual([bertId, ["canceled"]]);
  expect(payer.refunded()).toEqual([767]);
  expect((await check(bert, id)).body).toEqual({ verified: true });
});

test("a deletion by the owner before, which still waits for Stripe, leaves the listing to its new owner", async () => {
  await pay();
  await handOver();
  const token = mailedToken();
  let accepted: Response | undefined;
  stripe.intercept = async (sent, forward) => {
    const answer = await forward();
    if (sent.method === "DELETE" && !accepted) {
      const overrides = { ports: stripe.ports((_, ask) => ask()) };
      accepted = await bert.post(`/api/sites/${payer.siteId}/handover/accept/?handover=${token}`, undefined, overrides);
    }
    return answer;
  };
  expect((await payer.deleteSite()).status).toBe(409);
  expect(accepted?.status).toBe(204);
  expect(await owner()).toBe(bertId);
});
