import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { fakes, NOW, REFUSED_MAIL, request, runCron } from "../support/app.ts";
import { adminRecords, auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { listSite } from "../support/own-sites.ts";
import { readResponse, BERT, insertUser, lastMail, logIn, errorResponse, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { noResponse, payCall, useStripe } from "../support/stripe.ts";

const stripe = useStripe();
let root: Browser;
let bert: Browser;
let bertId: number;
let site: EditableSite;

/** Creates a superuser, and an owner (Bert) with a site. */
beforeEach(async () => {
  root = await logInNew({ isSuperuser: true });
  ({ id: bertId } = await insertUser({ email: BERT }));
  bert = await logIn(BERT);
  site = await listSite(bert);
  fakes.mails.length = 0;
});

/** Puts the site into review, as if it had never been live. */
const waitForReview = () => env.DB.exec("UPDATE sites SET review = 'pending', live_since = NULL");

const change = (body: object, overrides = {}) => root.patch(`/api/sites/site/${site.id}/`, body, overrides);
const shown = async () => (await request(`/${site.slug}`)).status;
const own = async () => (await bert.get(`/api/sites/${site.id}/`)).json<EditableSite>();

test("a refusal hides the listing, and its reason is mailed and shown to the owner until a save or an approval", async () => {
  expect((await change({ refusal: "It is not software." })).status).toBe(200);
  expect(await shown()).toBe(404);
  expect(lastMail(BERT)?.text).toContain("It is not software.");
  expect(lastMail(BERT)?.text, "the listing is free").not.toContain("subscription");
  expect(lastMail(BERT)?.replyTo).toBe(env.SUPPORT_EMAIL);
  expect(await own()).toMatchObject({ review: "pending", refusal: "It is not software." });
  expect(await waiting()).toEqual({ pending: 0, refused: 1 });

  fakes.now += 60_000;
  const { blog: _, ...details } = await own();
  expect(await (await bert.put(`/api/sites/${site.id}/`, details)).json()).toMatchObject({
    review: "pending",
    refusal: null,
  });
  expect(await waiting(), "the owner has answered").toEqual({ pending: 1, refused: 0 });

  await change({ refusal: "Still not." });
  expect((await change({ review: "active" })).status).toBe(200);
  expect(await shown()).toBe(200);
  expect(lastMail(BERT)?.subject).toBe("Your listing is public again: Mattermost");
  expect(await own()).toMatchObject({ review: "active", refusal: null });
});

async function waiting() {
  const [pending, refused] = await Promise.all(
    ["pending", "refused"].map((filter) => adminRecords(root, `sites/site/?filter=${filter}`)),
  );
  return { pending: pending!.length, refused: refused!.length };
}

test("a refusal is stored if its mail fails, and cron sends the mail once", async () => {
  await waitForReview();
  expect((await change({ refusal: "No." }, REFUSED_MAIL)).status).toBe(200);
  const [unsent] = await adminRecords(root, "sites/site/");
  expect(unsent).toMatchObject({ mail_waits: true });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await shown()).toBe(404);
  expect(await subjects()).toEqual([]);
  fakes.now += 15 * 60_000;
  await cron();
  await cron();
  expect(await subjects()).toEqual(["Your listing was not accepted: Mattermost"]);
  expect(await adminRecords(root, "outbox/mail/")).toEqual([]);
});

const cron = runCron;
const subjects = async () =>
  fakes.mails.filter(({ subject }) => subject.startsWith("Your listing")).map(({ subject }) => subject);

test("a mail that was sent is not sent again, even if D1 could not record it", async () => {
  await waitForReview();
  await env.DB.exec("CREATE TRIGGER broken BEFORE DELETE ON outbox BEGIN SELECT raise(ABORT, 'No.'); END");
  expect(await (await change({ review: "active" })).json()).toMatchObject({ mail_waits: false });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  await env.DB.exec("DROP TRIGGER broken");
  fakes.now += DAY_MS;
  await cron();
  expect(await subjects()).toEqual(["Your listing is live: Mattermost"]);
});

test("a later decision replaces the queued mail, and a deleted listing has none", async () => {
  const down = REFUSED_MAIL;
  await change({ refusal: "No." }, down);
  await change({ review: "active" }, down);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  fakes.now += DAY_MS;
  await cron();
  expect(await subjects()).toEqual(["Your listing is public again: Mattermost"]);
  root = await logIn();
  await change({ refusal: "No." }, down);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect((await root.delete(`/api/sites/site/${site.id}/`)).status).toBe(204);
  fakes.now += DAY_MS;
  await cron();
  expect(await subjects()).toHaveLength(1);
});

test("a listing that its owner saves during an approval is not approved", async () => {
  await waitForReview();
  // The trigger changes the listing after the request has read it and before the request writes it.
  await env.DB.exec(
    "CREATE TRIGGER concurrent_save AFTER INSERT ON audit_log BEGIN UPDATE sites SET updated_at = updated_at + 1; END",
  );
  const refused = await change({ review: "active" });
  expect(await readResponse(refused)).toEqual(errorResponse(409, ADMIN_MESSAGES.versionConflict));
  expect(await shown()).toBe(404);
  expect(lastMail(BERT)?.subject).not.toBe("Your listing is live: Mattermost");
  await env.DB.exec("DROP TRIGGER concurrent_save");
});

test("a listing that its owner changed after staff read it is not approved", async () => {
  await waitForReview();
  const [seen] = await adminRecords(root, "sites/site/");
  fakes.now += 60_000;
  const { link, category } = site;
  await bert.put(`/api/sites/${site.id}/`, { name: "Casino", link, description: "", category, alternatives: [] });
  const approve = (at: string) => root.patch(`/api/sites/site/${site.id}/?seen=${at}`, { review: "active" });
  const refused = await approve(String(seen!["updated_at"]));
  expect(await readResponse(refused)).toEqual(errorResponse(409, ADMIN_MESSAGES.versionConflict));
  expect(await shown()).toBe(404);
  expect((await approve((await own()).updated_at)).status).toBe(200);
});

test("a listing can be featured by staff until a date, regardless of payments", async () => {
  const until = new Date(NOW + 10 * DAY_MS).toISOString();
  expect(await (await change({ granted_until: until })).json()).toMatchObject({ featured_until: until });
  expect(await own()).toMatchObject({ status: "featured", featured_until: until });
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
  await payCall(bert, stripe, "cancel");
  expect((await own()).featured_until).toBe(new Date(NOW + 30 * DAY_MS).toISOString());
  expect(await (await change({ granted_until: null })).json()).toMatchObject({ granted_until: null });
  expect((await change({ granted_until: "soon" })).status).toBe(400);
});

const subscribe = () => payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
const suspend = async (overrides = stripe.overrides()) => {
  return root.patch(`/api/accounts/user/${bertId}/`, { is_suspended: true }, overrides);
};

test("a suspended user is not charged again and gets a mail about it", async () => {
  await subscribe();
  expect((await suspend()).status).toBe(200);
  expect(stripe.subscriptions[0]!.cancel_at_period_end).toBe(true);
  expect(lastMail(BERT)?.subject).toBe("Your account at Switchlist is suspended");
  expect(lastMail(BERT)?.text).toMatch(/^The staff of Switchlist have suspended your account\. If you think/);
  expect(lastMail(BERT)?.text).toContain("Your subscriptions will not renew, so you will not be charged again.");
});

test("a suspended user without subscriptions gets no mail", async () => {
  await suspend();
  expect(fakes.mails.map(({ subject }) => subject)).not.toContain("Your account at Switchlist is suspended");
});

test("staff suspend a person even if Stripe is down, and cron stops the renewals later", async () => {
  await subscribe();
  stripe.intercept = noResponse;
  expect((await suspend()).status).toBe(200);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(stripe.subscriptions[0]!.cancel_at_period_end).toBe(false);
  stripe.intercept = (_, forward) => forward();
  await stripe.runCron();
  expect(stripe.subscriptions[0]!.cancel_at_period_end).toBe(true);
});

test("deleting a site or a user cancels the subscriptions first, and deletes nothing if that fails", async () => {
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
  stripe.intercept = noResponse;
  for (const path of [`/api/sites/site/${site.id}/`, `/api/accounts/user/${bertId}/`]) {
    const refused = await readResponse(await root.delete(path, undefined, stripe.overrides()));
    expect(refused).toEqual(errorResponse(502, PAYMENT_MESSAGES.deleteNeedsPayments));
  }
  expect(loggedErrors.splice(0)).toHaveLength(2);
  stripe.intercept = (_, forward) => forward();
  expect((await root.delete(`/api/accounts/user/${bertId}/`, undefined, stripe.overrides())).status).toBe(204);
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(await shown()).toBe(410);
  expect(await auditEntries(root)).toMatchObject([{ action: "delete", model: "accounts.user" }]);
});
