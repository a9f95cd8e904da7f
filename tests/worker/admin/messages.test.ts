import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { fakes, NOW, REFUSED_MAIL, runCron } from "../support/app.ts";
import { adminRecords } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { BERT, errorResponse, insertUser, lastMail, logInNew, readResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

let staff: Browser;

beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  await drizzle(env.DB).insert(contactMessages).values({ email: BERT, message: "Where is\nmy site?", createdAt: NOW });
});

const unanswered = async () => (await adminRecords(staff, "contact/message/?filter=unanswered")).length;

test("an answer is mailed to the sender with their message, and the message is marked as answered", async () => {
  expect(await unanswered()).toBe(1);
  const response = await staff.patch("/api/contact/message/1/", { answer: "It waits for review." });
  expect(await response.json()).toMatchObject({
    answer: "It waits for review.",
    answered_at: new Date(fakes.now).toISOString(),
  });
  expect(lastMail(BERT)?.text).toContain("It waits for review.");
  expect(lastMail(BERT)?.text).toContain("> my site?");
  expect(await unanswered()).toBe(0);
});

test("staff can read the email of an answer before they send it", async () => {
  const preview = (answer: string) => staff.post("/api/contact/message/1/mail/", { answer });
  const mail = await (await preview("It waits for review.")).json<{ text: string }>();
  expect(await unanswered()).toBe(1);
  expect(lastMail(BERT)).toBeUndefined();
  await staff.patch("/api/contact/message/1/", { answer: "It waits for review." });
  expect(lastMail(BERT)).toMatchObject(mail);
  expect((await preview(" ")).status).toBe(400);
  expect((await staff.post("/api/search/synonym/1/mail/", { term: "k8s" })).status).toBe(404);
});

test("an answer that could not be mailed is stored, reported as unsent, and mailed once by cron", async () => {
  const response = await staff.patch("/api/contact/message/1/", { answer: "Hello" }, REFUSED_MAIL);
  expect([response.status, await response.json()]).toMatchObject([200, { answer: "Hello", mail_waits: false }]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  const [message] = await adminRecords(staff, "contact/message/");
  expect(message).toMatchObject({ answer: "Hello", mail_waits: true });
  await drizzle(env.DB).insert(contactMessages).values({ email: BERT, message: "And now?", createdAt: NOW });
  expect((await adminRecords(staff, "contact/message/")).map((record) => record["mail_waits"])).toEqual([false, true]);
  expect(fakes.mails.filter(({ to }) => to === BERT)).toEqual([]);
  fakes.now += 15 * 60_000;
  await runCron();
  await runCron();
  expect(fakes.mails.filter(({ to }) => to === BERT)).toMatchObject([{ text: expect.stringContaining("Hello") }]);
});

test("the same answer is not mailed again, but a different one is", async () => {
  await staff.patch("/api/contact/message/1/", { answer: "Hello" });
  expect((await staff.patch("/api/contact/message/1/", { answer: "Hello" })).status).toBe(400);
  expect((await staff.patch("/api/contact/message/1/", { answer: "And this" })).status).toBe(200);
  expect(fakes.mails.filter(({ to }) => to === BERT)).toHaveLength(2);
});

test("an answer is refused if another person has answered since the message was shown", async () => {
  const [shown] = await adminRecords(staff, "contact/message/");
  const answer = (text: string) =>
    staff.patch(`/api/contact/message/1/?seen=${String(shown!["updated_at"])}`, { answer: text });
  fakes.now += 60_000;
  expect((await answer("Hello")).status).toBe(200);
  expect(await readResponse(await answer("And this"))).toEqual(errorResponse(409, ADMIN_MESSAGES.versionConflict));
  expect(fakes.mails.filter(({ to }) => to === BERT)).toHaveLength(1);
});

test("of two answers at the same moment, one is mailed", async () => {
  const answer = (text: string) => staff.patch("/api/contact/message/1/", { answer: text });
  const answers = await Promise.all([answer("Hello"), answer("And this")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(fakes.mails.filter(({ to }) => to === BERT)).toHaveLength(1);
});

test("a queued mail is deleted with the account of its recipient", async () => {
  const { id } = await insertUser({ email: BERT });
  await staff.patch("/api/contact/message/1/", { answer: "Hello" }, REFUSED_MAIL);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(id).run();
  expect(await adminRecords(staff, "outbox/mail/")).toEqual([]);
});

test("an empty answer is refused", async () => {
  expect((await staff.patch("/api/contact/message/1/", { answer: " " })).status).toBe(400);
});
