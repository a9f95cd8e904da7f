import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { connect } from "#worker/db/connection.ts";
import { enqueueMail } from "#worker/features/outbox/queries.ts";
import { sendFromOutbox } from "#worker/features/outbox/send.ts";
import { MailFailed } from "#worker/ports.ts";
import { deliverMails, fakePorts, fakes, runCron } from "../support/app.ts";
import { adminRecords } from "../support/admin.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, BERT, errorResponse, insertUser, lastMail, readResponse, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

let staff: Browser;

beforeEach(async () => void (staff = await logInNew({ isStaff: true })));

const key = "sites.site:1";
const refused = () => Promise.reject(new MailFailed("E_RECIPIENT_SUPPRESSED", { isFinal: true, isOverQuota: false }));
const list = () => adminRecords(staff, "outbox/mail/");
const sendAgain = async () => {
  const [mail] = await list();
  return readResponse(await staff.patch(`/api/outbox/mail/${mail!.id}/`, { waits: true }));
};
const sent = () => fakes.mails.filter(({ to }) => to === BERT);

async function keepNotice(): Promise<void> {
  const mail = { to: BERT, subject: "News", text: "News", html: "<p>News</p>" };
  await enqueueMail(connect(env.DB), { key, mail, now: fakes.now });
}

test("staff send a mail again that was given up, and a task names it until it is sent", async () => {
  await keepNotice();
  await sendFromOutbox({ ports: fakePorts }, key);
  await deliverMails({ sendMail: refused });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await list()).toMatchObject([
    { waits: false, tries: 1, failure: "The mail service did not accept a mail: E_RECIPIENT_SUPPRESSED." },
  ]);
  const tasks = await (await staff.get("/api/get_model/")).text();
  expect(tasks).toContain('{"filter":"all","label":"Unsent emails","count":1}');
  expect(await sendAgain()).toMatchObject({ status: 200, body: { waits: true } });
  expect([sent().length, await list()]).toEqual([1, []]);
});

test("an attempt that was interrupted is repeated only by staff, and not while it may still run", async () => {
  await keepNotice();
  await drizzle(env.DB).update(outbox).set({ sendingAt: fakes.now, tries: 1 });
  fakes.now += 10 * 60_000 - 1;
  await runCron();
  expect(await sendAgain()).toEqual(errorResponse(409, "This email is being sent. Look again in ten minutes."));
  fakes.now += 1;
  await runCron();
  expect(sent()).toEqual([]);
  expect((await sendAgain()).status).toBe(200);
  expect(sent()).toHaveLength(1);
});

test("a code that was given up cannot be sent again", async () => {
  await insertUser({ email: BERT });
  await new Browser().post("/api/password/reset/", { email: BERT }, { ports: { sendMail: refused } });
  loggedErrors.splice(0);
  expect(await sendAgain()).toEqual(
    errorResponse(409, "Its code or link is not kept. The person can ask for a new one."),
  );
  fakes.now += 30 * DAY_MS;
  await runCron();
  expect(lastMail(BERT)).toBeUndefined();
  const rows = () => drizzle(env.DB).$count(outbox);
  expect(await rows()).toBe(1);
  // The address may belong to nobody here, so it is not kept for longer.
  fakes.now += 1;
  await runCron();
  expect(await rows()).toBe(0);
});

test("staff cannot stop a mail except by deleting it", async () => {
  await keepNotice();
  const [mail] = await list();
  const path = `/api/outbox/mail/${mail!.id}/`;
  expect((await staff.patch(path, { waits: false })).status).toBe(400);
  expect((await staff.delete(path)).status).toBe(204);
  fakes.now += DAY_MS;
  await runCron();
  expect([sent(), lastMail(ANNA)]).toEqual([[], undefined]);
});
