import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#worker/db/connection.ts";
import { enqueueMail } from "#worker/features/outbox/queries.ts";
import { sendDueMails, sendQueuedMail } from "#worker/features/outbox/send.ts";
import { fakePorts, fakes } from "../support/app.ts";
import { BERT } from "../support/people.ts";

const db = connect(env.DB);
const key = "sites.site:1";
const mailOf = (subject: string) => ({
  to: BERT,
  replyTo: "support@example.com",
  subject,
  text: "News",
  html: "<p>News</p>",
});
const keep = (subject: string) => enqueueMail(db, { key, mail: mailOf(subject), now: fakes.now });

test("cron leaves a mail to the request for a minute, and then sends it unchanged", async () => {
  await keep("First");
  await sendDueMails(db, fakePorts);
  expect(fakes.mails).toEqual([]);
  fakes.now += 61_000;
  await sendDueMails(db, fakePorts);
  await sendDueMails(db, fakePorts);
  expect(fakes.mails).toEqual([mailOf("First")]);
});

test("a mail that replaces one that is being sent is sent, too", async () => {
  await keep("First");
  const sendMail = async () => void (await keep("Second"));
  expect(await sendQueuedMail(db, { ...fakePorts, sendMail }, key)).toBe(true);
  fakes.now += 61_000;
  await sendDueMails(db, fakePorts);
  expect(fakes.mails).toEqual([mailOf("Second")]);
});

test("a mail is sent once, even if the request and cron run at the same time", async () => {
  await keep("First");
  fakes.now += 61_000;
  await Promise.all([sendQueuedMail(db, fakePorts, key), sendDueMails(db, fakePorts)]);
  expect(fakes.mails).toHaveLength(1);
});
