import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { outbox } from "#schema/tables/outbox.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { fakes, ORIGIN, REFUSED_MAIL, runCron } from "../support/app.ts";
import { adminRecords } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { listSite, siteBody } from "../support/own-sites.ts";
import { ANNA, BERT, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

let root: Browser;
let bert: Browser;

beforeEach(async () => {
  root = await logInNew({ isSuperuser: true });
  bert = await logInNew({ email: BERT });
});

const LIVE = "Your listing is live: Mattermost";
const AGAIN = "Your listing is public again: Mattermost";
const subjects = () => fakes.mails.map(({ subject }) => subject);
/** The spam rules find an address in the description. */
const SUSPECT = { description: "Chat at https://chat.example" };
const decide = (site: EditableSite, body: object) => root.patch(`/api/sites/site/${site.id}/`, body);
const save = (site: EditableSite, fields: object) => bert.put(`/api/sites/${site.id}/`, { ...siteBody(), ...fields });

test("a listing that goes live at once sends its owner one mail with its public address", async () => {
  const site = await listSite(bert);
  expect(fakes.mails.map(({ to, subject }) => [to, subject])).toEqual([[BERT, LIVE]]);
  expect(fakes.mails[0]!.text).toContain(`See your listing\n${ORIGIN}/${site.slug}\n`);
  expect(fakes.mails[0]!.text).toContain(`${ORIGIN}/dashboard`);
  expect(fakes.mails[0]!.text).not.toContain("approved");
  expect((await save(site, { description: "Secure chat for teams" })).status).toBe(200);
  await decide(site, { review: "active", name: "Mattermost" });
  expect(subjects()).toEqual([LIVE]);
});

test("a listing in review sends the mail when staff approve it, and once only", async () => {
  const site = await listSite(bert, SUSPECT);
  expect([site.review, subjects()]).toEqual(["pending", []]);
  await decide(site, { refusal: "No address, please." });
  expect(subjects()).not.toContain(LIVE);
  const staff = await Promise.all([decide(site, { review: "active" }), decide(site, { review: "active" })]);
  expect(staff.map(({ status }) => status)).toContain(200);
  expect(subjects().filter((subject) => subject === LIVE)).toHaveLength(1);
  expect(fakes.mails.at(-1)!.text).toContain("We have approved it");
  await decide(site, { refusal: "Another address." });
  await decide(site, { review: "active" });
  expect(subjects().slice(-2)).toEqual(["Your listing was not accepted: Mattermost", AGAIN]);
});

test("a listing that an edit sends to review is not announced as live again", async () => {
  const site = await listSite(bert);
  await save(site, SUSPECT);
  await decide(site, { review: "active" });
  expect(subjects()).toEqual([LIVE, AGAIN]);
});

test("a listing that waits because another owner lists the page sends no mail", async () => {
  await listSite(await logInNew({ email: "carl@example.com" }));
  fakes.mails.length = 0;
  const site = await listSite(bert);
  expect([site.review, subjects()]).toEqual(["pending", []]);
  expect(await drizzle(env.DB).select().from(outbox)).toEqual([]);
});

test("if the mail fails, the listing is live, staff see the mail as unsent, and cron sends it once", async () => {
  const site = await listSite(bert, {}, REFUSED_MAIL);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  const unsent = () => adminRecords(root, "sites/site/");
  expect(await unsent()).toMatchObject([{ id: site.id, mail_waits: true }]);
  fakes.now += 15 * 60_000;
  await runCron();
  await runCron();
  expect(subjects()).toEqual([LIVE]);
  expect(await unsent()).toMatchObject([{ mail_waits: false, live_since: expect.any(String) }]);
});

test("staff get the mail about their own listing, not about those of others", async () => {
  await listSite(root);
  expect(fakes.mails.map(({ to }) => to)).toEqual([ANNA]);
});
