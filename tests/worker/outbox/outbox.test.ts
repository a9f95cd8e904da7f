import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { bindingMailQueue } from "#worker/adapters/mail.ts";
import { connect } from "#worker/db/connection.ts";
import { enqueueMail } from "#worker/features/outbox/queries.ts";
import { sendDueMails, sendFromOutbox } from "#worker/features/outbox/send.ts";
import type { MailMessage } from "#worker/ports.ts";
import { createHangingService, deliverMails, fakePorts, fakes } from "../support/app.ts";
import { BERT } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

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

/** Keeps mails that are due, one each millisecond. Returns their keys. */
async function keepMany(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `sites.site:${count - index}`);
  const mails = keys.map((one, index) => enqueueMail(db, { key: one, mail: mailOf(one), now: fakes.now + index }));
  const [first, ...others] = mails;
  await db.batch([first!, ...others]);
  fakes.now += 61_000;
  return keys;
}

test("a run of cron queues the hundred mails that have waited longest, with one call", async () => {
  const keys = await keepMany(101);
  const calls: MailMessage[] = [];
  const queueMail = async (message: MailMessage) => void calls.push(message);
  await sendDueMails(db, { ...fakePorts, queueMail });
  expect(calls).toEqual([keys.slice(0, 100)]);
});

test("a run without due mails calls no queue", async () => {
  const queueMail = () => Promise.reject(new Error("A call without messages."));
  await sendDueMails(db, { ...fakePorts, queueMail });
  expect(loggedErrors).toEqual([]);
});

test("if the queue does not answer, a run waits three seconds, and the next one queues all mails", async () => {
  await keepMany(3);
  const start = fakes.now;
  const { timeout, call } = createHangingService();
  const clock = vi.spyOn(AbortSignal, "timeout").mockImplementation(timeout);
  const queueMail = bindingMailQueue({ ...env, MAILS: { sendBatch: call } as unknown as Queue });
  await sendDueMails(db, { ...fakePorts, queueMail });
  clock.mockRestore();
  expect(fakes.now - start).toBe(3000);
  expect(loggedErrors.splice(0)).toMatchObject([[{ name: "TimeoutError" }]]);
  await sendDueMails(db, fakePorts);
  await deliverMails();
  expect(fakes.mails).toHaveLength(3);
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
