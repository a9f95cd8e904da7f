import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES, type AdminModelPage } from "#schema/admin.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { EditableSite } from "#schema/sites.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { DAY_MS, fakePorts, NOW, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { expectKnownWordsToEqualTables } from "../support/derived-data.ts";
import { listSite } from "../support/own-sites.ts";
import { readResponse, BERT, insertUser, lastMail, logIn, errorResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { noResponse, payCall, switchToBadCard, useStripe } from "../support/stripe.ts";

const stripe = useStripe();
let root: Browser;
let bert: Browser;
let site: EditableSite;

/** Bert has a site; somebody else is superuser. */
beforeEach(async () => {
  await insertUser({ isSuperuser: true });
  await insertUser({ email: BERT });
  root = await logIn();
  bert = await logIn(BERT);
  site = await listSite(bert);
});

const change = (body: object, overrides = {}) => root.patch(`/api/sites/site/${site.id}/`, body, overrides);
const shown = async () => (await request(`/${site.slug}`)).status;
const own = async () => (await bert.get(`/api/sites/${site.id}/`)).json<EditableSite>();

test("a refusal hides the listing, is mailed with its reason and stands before the owner; approval takes it back", async () => {
  expect((await change({ refusal: "It is not software." })).status).toBe(200);
  expect(await shown()).toBe(404);
  expect(lastMail(BERT)?.text).toContain("It is not software.");
  expect(await own()).toMatchObject({ review: "pending", refusal: "It is not software." });
  const waiting = await (await root.get("/api/get_model/sites/site/?filter=pending")).json<AdminModelPage>();
  expect(waiting.count).toBe(1);

  expect((await change({ review: "active" })).status).toBe(200);
  expect(await shown()).toBe(200);
  expect(lastMail(BERT)?.subject).toBe("Your listing is public: Mattermost");
  expect(await own()).toMatchObject({ review: "active", refusal: null });
});

test.each([
  [{ refusal: "No." }, "Your listing was not accepted: Mattermost", 404],
  [{ review: "active" }, "Your listing is public: Mattermost", 200],
])("%j whose mail failed is kept, and cron mails it once", async (decision, subject, status) => {
  await env.DB.exec("UPDATE sites SET review = 'pending'");
  const decided = await change(decision, { ports: { sendMail: () => Promise.reject(new Error("No.")) } });
  expect([decided.status, await decided.json()]).toMatchObject([200, { mail_waits: true }]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await shown()).toBe(status);
  expect(await subjects()).not.toContain(subject);
  fakes.now += 15 * 60_000;
  await cron();
  await cron();
  expect(await subjects()).toEqual([subject]);
  expect((await (await root.get("/api/get_model/outbox/mail/")).json<AdminModelPage>()).count).toBe(0);
});

const cron = (ports = {}) => runSchedule(env, { ...fakePorts, ...ports });
const subjects = async () =>
  fakes.mails.filter(({ subject }) => subject.startsWith("Your listing")).map(({ subject }) => subject);

test("while the mail provider is down cron tries ever more seldom, and says what waits", async () => {
  await env.DB.exec("UPDATE sites SET review = 'pending'");
  const down = { sendMail: () => Promise.reject(new Error("No.")) };
  await change({ review: "active" }, { ports: down });
  const tries: number[] = [];
  for (let hours = 0; hours < 72; hours++) {
    fakes.now += 3_600_000;
    // oxlint-disable-next-line no-await-in-loop -- Time passes.
    await cron(down);
    tries.push(...loggedErrors.splice(0).map(() => hours));
  }
  // The first was the call's own.
  expect(tries).toEqual([0, 0, 1, 2, 4, 7, 13, 24].slice(0, tries.length));
  root = await logIn();
  const { results } = await (await root.get("/api/get_model/outbox/mail/")).json<AdminModelPage>();
  expect(results).toMatchObject([{ recipient: BERT, tries: 8, about: `sites.site:${site.id}` }]);
});

test("a mail that was handed over is not sent again, also if D1 could not note that", async () => {
  await env.DB.exec("UPDATE sites SET review = 'pending'");
  await env.DB.exec("CREATE TRIGGER broken BEFORE DELETE ON outbox BEGIN SELECT raise(ABORT, 'No.'); END");
  expect(await (await change({ review: "active" })).json()).toMatchObject({ mail_waits: false });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  await env.DB.exec("DROP TRIGGER broken");
  fakes.now += DAY_MS;
  await cron();
  expect(await subjects()).toEqual(["Your listing is public: Mattermost"]);
});

test("a later decision takes the place of the mail that waits, and a deleted listing has none", async () => {
  const down = { ports: { sendMail: () => Promise.reject(new Error("No.")) } };
  await change({ refusal: "No." }, down);
  await change({ review: "active" }, down);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  fakes.now += DAY_MS;
  await cron();
  expect(await subjects()).toEqual(["Your listing is public: Mattermost"]);
  root = await logIn();
  await change({ refusal: "No." }, down);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect((await root.delete(`/api/sites/site/${site.id}/`)).status).toBe(204);
  fakes.now += DAY_MS;
  await cron();
  expect(await subjects()).toHaveLength(1);
});

test("who saves a listing that is public already tells nobody that it is", async () => {
  expect((await change({ review: "active", description: "Secure chat" })).status).toBe(200);
  expect(await subjects()).toEqual([]);
});

test("who answers a refusal answers the operator", async () => {
  await change({ refusal: "No." });
  expect(lastMail(BERT)?.replyTo).toBe(env.SUPPORT_EMAIL);
});

test("of two who approve a listing at once one does, and its owner gets one mail", async () => {
  await env.DB.exec("UPDATE sites SET review = 'pending'");
  const before = fakes.mails.length;
  const answers = await Promise.all([change({ review: "active" }), change({ review: "active" })]);
  const approved = fakes.mails.slice(before);
  expect(approved.map(({ subject }) => subject)).toEqual(["Your listing is public: Mattermost"]);
  // The later one finds it approved, or is refused where it read before that.
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await shown()).toBe(200);
});

test("a listing that its owner saved meanwhile is not approved unread", async () => {
  await env.DB.exec("UPDATE sites SET review = 'pending'");
  // Between what the call reads and what it writes: as late as a test can be.
  await env.DB.exec(
    "CREATE TRIGGER saved_meanwhile AFTER INSERT ON audit_log BEGIN UPDATE sites SET updated_at = updated_at + 1; END",
  );
  const refused = await change({ review: "active" });
  expect(await readResponse(refused)).toEqual(errorResponse(409, ADMIN_MESSAGES.versionConflict));
  expect(await shown()).toBe(404);
  expect(lastMail(BERT)?.subject).not.toBe("Your listing is public: Mattermost");
  await env.DB.exec("DROP TRIGGER saved_meanwhile");
});

test("a listing that its owner changed since staff saw it in the table is not approved unread", async () => {
  await env.DB.exec("UPDATE sites SET review = 'pending'");
  const [seen] = (await (await root.get("/api/get_model/sites/site/")).json<AdminModelPage>()).results;
  fakes.now += 60_000;
  const { link, category } = site;
  await bert.put(`/api/sites/${site.id}/`, { name: "Casino", link, description: "", category, alternatives: [] });
  const approve = (at: string) => root.patch(`/api/sites/site/${site.id}/?seen=${at}`, { review: "active" });
  const refused = await approve(String(seen!["updated_at"]));
  expect(await readResponse(refused)).toEqual(errorResponse(409, ADMIN_MESSAGES.versionConflict));
  expect(await shown()).toBe(404);
  expect((await approve((await own()).updated_at)).status).toBe(200);
});

test("an approved listing stays public when its owner mends a letter, and waits again for new reasons", async () => {
  const { id, slug, category } = site;
  const form = { name: "Mattermost", link: "https://bit.ly/mm", description: "", category, alternatives: [] };
  const save = (changes: object) => bert.put(`/api/sites/${id}/`, { ...form, ...changes });
  expect(await (await save({})).json()).toMatchObject({ review: "pending" });
  await change({ review: "active" });
  expect(await (await save({ name: "Mattermost!" })).json()).toMatchObject({ review: "active" });
  expect((await request(`/${slug}`)).status).toBe(200);
  expect(await (await save({ description: "www.else.example" })).json()).toMatchObject({ review: "pending" });
});

test("known words follow what staff change, refuse and delete", async () => {
  await listSite(bert, { name: "Rocket Chat", link: "https://rocket.chat/", description: "Secure chat" });
  const path = `/api/sites/site/${site.id}/`;
  expect((await root.patch(path, { name: "Zulipster", description: "Threads instead" })).status).toBe(200);
  await expectKnownWordsToEqualTables();
  const [alternative] = (await own()).alternatives;
  const ofAlternative = `/api/sites/alternative/${alternative!.id}/`;
  expect((await root.patch(ofAlternative, { name: "Microsoft Teams" })).status).toBe(200);
  await expectKnownWordsToEqualTables();
  expect((await root.delete(ofAlternative)).status).toBe(204);
  await expectKnownWordsToEqualTables();
  expect((await root.delete(path)).status).toBe(204);
  await expectKnownWordsToEqualTables();
});

test("a listing is featured by hand until a date, which lasts whatever was paid", async () => {
  const until = new Date(NOW + 10 * DAY_MS).toISOString();
  expect(await (await change({ granted_until: until })).json()).toMatchObject({ featured_until: until });
  expect(await own()).toMatchObject({ status: "featured", featured_until: until });
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
  await payCall(bert, stripe, "cancel");
  expect((await own()).featured_until).toBe(new Date(NOW + 30 * DAY_MS).toISOString());
  expect(await (await change({ granted_until: null })).json()).toMatchObject({ granted_until: null });
  expect((await change({ granted_until: "soon" })).status).toBe(400);
});

test("a cancelled listing is basic to its owner at once and featured to visitors until its end", async () => {
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
  await payCall(bert, stripe, "cancel");
  expect(await own()).toMatchObject({ status: "basic", featured_until: new Date(NOW + 30 * DAY_MS).toISOString() });
  const { results } = await (await request("/api/saas/")).json<{ results: { status: string }[] }>();
  expect(results[0]!.status).toBe("featured");
});

const subscribe = () => payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
const suspend = async (overrides = stripe.overrides()) => {
  const { results } = await (await root.get(`/api/get_model/accounts/user/?q=${BERT}`)).json<AdminModelPage>();
  return root.patch(`/api/accounts/user/${results[0]!.id}/`, { is_suspended: true }, overrides);
};

test("a listing that is refused is not charged again, which its owner is told, and approval does not change that", async () => {
  await subscribe();
  expect((await change({ refusal: "No." }, stripe.overrides())).status).toBe(200);
  expect(lastMail(BERT)?.text).toContain("Its subscription will not renew, so you will not be charged for it again.");
  const [subscription] = stripe.subscriptions;
  expect([subscription!.status, subscription!.cancel_at_period_end]).toEqual(["active", true]);
  expect(await payCall(bert, stripe, "resume", { site_id: site.id })).toEqual(
    errorResponse(409, PAYMENT_MESSAGES.pendingReview),
  );

  await change({ review: "active" }, stripe.overrides());
  expect(subscription!.cancel_at_period_end).toBe(true);
  expect(await payCall(bert, stripe, "resume", { site_id: site.id })).toMatchObject({ status: 200 });
});

test("a refused listing for which nothing is paid is refused without a word about money", async () => {
  await change({ refusal: "No." }, stripe.overrides());
  expect(lastMail(BERT)?.text).not.toContain("subscription");
});

test("a suspended person is not charged again, and is told", async () => {
  await subscribe();
  expect((await suspend()).status).toBe(200);
  expect(stripe.subscriptions[0]!.cancel_at_period_end).toBe(true);
  expect(lastMail(BERT)?.subject).toBe("Your account at Switchlist is suspended");
  expect(lastMail(BERT)?.text).toContain("Your subscriptions will not renew, so you will not be charged again.");
});

test("a suspended person who pays for nothing gets no mail", async () => {
  await suspend();
  expect(fakes.mails.map(({ subject }) => subject)).not.toContain("Your account at Switchlist is suspended");
});

test.each([
  ["refuse a listing", () => change({ refusal: "No." }, stripe.overrides())],
  ["suspend a person", suspend],
])("staff %s also while Stripe does not answer, and cron stops the charges", async (_, act) => {
  await subscribe();
  stripe.intercept = noResponse;
  expect((await act()).status).toBe(200);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(stripe.subscriptions[0]!.cancel_at_period_end).toBe(false);
  stripe.intercept = (__, forward) => forward();
  await stripe.runCron();
  expect(stripe.subscriptions[0]!.cancel_at_period_end).toBe(true);
  stripe.calls = [];
  await stripe.runCron();
  expect(stripe.calls).toEqual([]);
  fakes.now += 28 * DAY_MS;
  await stripe.runCron();
  expect(fakes.mails.map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining("no longer be featured"),
  );
});

test("what is unpaid of a listing that is refused is not tried again", async () => {
  await subscribe();
  await switchToBadCard(bert, stripe, site.id);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  root = await logIn();
  await change({ refusal: "No." }, stripe.overrides());
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
});

test("what its owner changes of a featured listing does not hide it, and staff may", async () => {
  await subscribe();
  const { id, slug, category } = site;
  const form = { name: "Mattermost", link: "https://bit.ly/mm", description: "", category, alternatives: [] };
  expect(await (await bert.put(`/api/sites/${id}/`, form)).json()).toMatchObject({ review: "active" });
  expect((await request(`/${slug}`)).status).toBe(200);
  await change({ refusal: "No." }, stripe.overrides());
  expect(await (await bert.put(`/api/sites/${id}/`, form)).json()).toMatchObject({ review: "pending" });
});

test("deleting a site or a person ends what they pay for first, or deletes nothing", async () => {
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
  stripe.intercept = noResponse;
  const { results } = await (await root.get(`/api/get_model/accounts/user/?q=${BERT}`)).json<AdminModelPage>();
  for (const path of [`/api/sites/site/${site.id}/`, `/api/accounts/user/${results[0]!.id}/`]) {
    const refused = await readResponse(await root.delete(path, undefined, stripe.overrides()));
    expect(refused).toEqual(errorResponse(502, PAYMENT_MESSAGES.deleteNeedsPayments));
  }
  expect(loggedErrors.splice(0)).toHaveLength(2);
  stripe.intercept = (_, forward) => forward();
  expect((await root.delete(`/api/accounts/user/${results[0]!.id}/`, undefined, stripe.overrides())).status).toBe(204);
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(await shown()).toBe(410);
  const log = await (await root.get("/api/get_model/audit/entry/")).json<AdminModelPage>();
  expect(log.results.map(({ action, model }) => [action, model])).toEqual([["delete", "accounts.user"]]);
});
