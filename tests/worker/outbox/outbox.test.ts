import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#worker/db/connection.ts";
import { enqueueMail } from "#worker/features/outbox/queries.ts";
import { sendDueMails, sendFromOutbox } from "#worker/features/outbox/send.ts";
import { deliverMails, fakePorts, fakes } from "../support/app.ts";
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
  expect(fakes.queue).toEqual([]);
  fakes.now += 61_000;
  await sendDueMails(db, fakePorts);
  await sendDueMails(db, fakePorts);
  await deliverMails();
  expect(fakes.mails).toEqual([mailOf("First")]);
});

test("a mail that replaces one that is being sent is sent, too", async () => {
  await keep("First");
  await sendFromOutbox({ ports: fakePorts }, key);
  await deliverMails({ sendMail: async () => void (await keep("Second")) });
  fakes.now += 61_000;
  await sendDueMails(db, fakePorts);
  await deliverMails();
  expect(fakes.mails).toEqual([mailOf("Second")]);
});

test("a mail is sent once, even if two consumers get its key at the same time", async () => {
  await keep("First");
  await sendFromOutbox({ ports: fakePorts }, key);
  await sendFromOutbox({ ports: fakePorts }, key);
  const [first, second] = fakes.queue.splice(0);
  fakes.queue.push(first!);
  const deliveries = [deliverMails()];
  fakes.queue.push(second!);
  await Promise.all([...deliveries, deliverMails()]);
  expect(fakes.mails).toHaveLength(1);
});
