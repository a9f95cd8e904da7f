import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AdminModelPage } from "#schema/admin.ts";
import { HOUR_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { bindingMailQueue } from "#worker/adapters/mail.ts";
import { type Mail, MailFailed, type MailMessage, type Ports } from "#worker/ports.ts";
import { broken, deliverMails, fakePorts, fakes, NOW, REFUSED_MAIL } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, BERT, insertUser, lastMail, logIn, mailedCode, PASSWORD } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

/** Without those to the operator. */
const mails = () => fakes.mails.filter(({ to }) => to !== env.SUPPORT_EMAIL);
const operatorMails = () => fakes.mails.filter(({ to }) => to === env.SUPPORT_EMAIL);

const askForCode = (email = ANNA, ports = {}) =>
  new Browser().post("/api/login/", { email, password: PASSWORD }, { ports });

/** Signs in as far as the code. Returns the message that the Worker put into the queue. */
async function takeCode(email = ANNA): Promise<MailMessage> {
  let message: MailMessage | undefined;
  const queueMail = async (queued: MailMessage) => void (message = queued);
  expect((await askForCode(email, { queueMail })).status).toBe(200);
  return message!;
}

/** Queues a code without delivering it. */
const queueCode = async () => fakePorts.queueMail(await takeCode());

/** What staff see in the admin. */
async function unsent() {
  await insertUser({ email: "root@example.com", isSuperuser: true }).catch(() => {});
  const root = await logIn("root@example.com");
  return (await (await root.get("/api/get_model/outbox/mail/")).json<AdminModelPage>()).results;
}

/** Delivers each message when it is due, until none is left. Returns the seconds between the deliveries. */
async function deliverAll(ports: Partial<Ports>, bindings = {}): Promise<number[]> {
  const times: number[] = [];
  while (fakes.queue.length > 0) {
    fakes.now = Math.max(fakes.now, Math.min(...fakes.queue.map(({ dueAt }) => dueAt)));
    times.push(fakes.now);
    await deliverMails(ports, bindings);
  }
  return times.slice(1).map((time, index) => (time - times[index]!) / 1000);
}

test("a code that the mail service refuses is tried again with growing delays, as long as it is valid", async () => {
  await insertUser();
  await queueCode();
  const delays = await deliverAll(REFUSED_MAIL.ports);
  expect(delays).toEqual([5, 10, 20, 40, 80, 160]);
  expect(loggedErrors.splice(0)).toHaveLength(7);
  expect(await unsent()).toMatchObject([
    {
      recipient: ANNA,
      subject: "Your sign-in code for Switchlist",
      tries: 7,
      failure: "The mail service did not answer.",
      created_at: new Date(NOW).toISOString(),
      gave_up_at: new Date(fakes.now).toISOString(),
    },
  ]);
  expect(mails()).toEqual([]);
});

test("a link is tried for longer than a code, and at least once an hour", async () => {
  const form = { first_name: "Anna", last_name: "Lind", password1: PASSWORD, password2: PASSWORD };
  await new Browser().post("/api/signup/", { email: ANNA, ...form }, REFUSED_MAIL);
  const delays = await deliverAll(REFUSED_MAIL.ports);
  expect(Math.max(...delays)).toBe(3600);
  expect(fakes.now - NOW).toBeGreaterThan(22 * HOUR_MS);
  expect(fakes.now - NOW).toBeLessThan(24 * HOUR_MS);
  loggedErrors.splice(0);
  fakes.now = NOW;
});

test("staff never see a code or a link of a mail that was not sent", async () => {
  await insertUser();
  const kept: Mail[] = [];
  const sendMail = async (mail: Mail) => {
    if (mail.to === ANNA) kept.push(mail);
    throw new MailFailed("E_RECIPIENT_SUPPRESSED", { isFinal: true, isOverQuota: false });
  };
  await askForCode(ANNA, { sendMail });
  await new Browser().post("/api/password/reset/", { email: ANNA }, { ports: { sendMail } });
  const logged = JSON.stringify(loggedErrors.splice(0));
  const [code] = /\b\d{6}\b/.exec(kept[0]!.text)!;
  const [link] = /confirm\/[\w-]+/.exec(kept[1]!.text)!;
  const shown = await unsent();
  expect(shown.map(({ failure }) => failure)).toEqual(
    Array.from({ length: 2 }, () => "The mail service did not accept a mail: E_RECIPIENT_SUPPRESSED."),
  );
  const { results: rows } = await env.DB.prepare("SELECT * FROM outbox").all();
  for (const text of [logged, JSON.stringify(shown), JSON.stringify(rows)]) {
    expect(text).not.toContain(code);
    expect(text).not.toContain(link.replace("confirm/", ""));
  }
});

test("a code that expired while it waited is not sent, and staff learn why", async () => {
  await insertUser();
  await queueCode();
  fakes.now += 10 * MINUTE_MS - 1;
  await deliverMails();
  expect(mails()).toHaveLength(1);
  await queueCode();
  fakes.now += 10 * MINUTE_MS;
  await deliverMails();
  expect(mails()).toHaveLength(1);
  expect(await unsent()).toMatchObject([{ recipient: ANNA, failure: "Its code or link expired before it was sent." }]);
  expect(operatorMails()).toEqual([]);
});

test("a mail that hangs does not delay another one", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  const messages = [await takeCode(ANNA), await takeCode(BERT)];
  await Promise.all(messages.map(fakePorts.queueMail));
  const { promise: hanging, resolve: release } = Promise.withResolvers<void>();
  const { promise: sentToBert, resolve: noteBert } = Promise.withResolvers<void>();
  const sendMail = async (mail: Mail) => {
    if (mail.to === ANNA) await hanging;
    fakes.mails.push(mail);
    if (mail.to === BERT) noteBert();
  };
  const delivered = deliverMails({ sendMail });
  await sentToBert;
  expect(lastMail(ANNA)).toBeUndefined();
  release();
  await delivered;
  expect(mailedCode(ANNA)).toMatch(/\d{6}/);
});

test("if D1 is down when a mail is given up, the dead letters tell staff and the operator when it is back", async () => {
  await insertUser();
  const sendMail = () => Promise.reject(new MailFailed("E_VALIDATION_ERROR", { isFinal: true, isOverQuota: false }));
  await queueCode();
  const DB = broken<D1Database>();
  while (fakes.queue[0]?.queue === "directory-codes") {
    fakes.now = Math.max(fakes.now, fakes.queue[0].dueAt);
    await deliverMails({ sendMail }, { DB });
  }
  expect(fakes.queue).toMatchObject([{ queue: "directory-dead-letters" }]);
  loggedErrors.splice(0);
  const [letter] = fakes.queue;
  fakes.now = Math.max(fakes.now, letter!.dueAt);
  // A message can arrive twice.
  fakes.queue.push({ ...letter! });
  await deliverMails();
  expect(fakes.queue).toEqual([]);
  expect(operatorMails()).toMatchObject([{ subject: "Switchlist: Emails with a code or a link were given up" }]);
  const { text } = operatorMails()[0]!;
  expect(text).toContain("Look at “Unsent emails” in the admin");
  expect(text).toContain(`Since: ${new Date(NOW).toISOString()}`);
  expect(await unsent()).toMatchObject([{ recipient: ANNA, failure: "The queue gave the email up." }]);
  expect(mails()).toEqual([]);

  fakes.now += HOUR_MS - 1;
  fakes.queue.push({ ...letter!, id: "second" });
  await deliverMails();
  expect(operatorMails()).toHaveLength(1);
  fakes.now += 1;
  fakes.queue.push({ ...letter!, id: "third", dueAt: 0 });
  await deliverMails();
  expect(operatorMails()).toHaveLength(2);
});

test("if D1 is down, an accepted code is not sent again", async () => {
  await insertUser();
  await queueCode();
  await deliverMails({}, { DB: broken<D1Database>() });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect([mails().length, fakes.queue]).toEqual([1, []]);
});

test("if the queue is down, the mail service gets the code directly", async () => {
  await insertUser();
  const queueMail = () => Promise.reject(new Error("The queue is down."));
  expect((await askForCode(ANNA, { queueMail })).status).toBe(200);
  expect(mailedCode(ANNA)).toMatch(/^\d{6}$/);
  expect(loggedErrors.splice(0)).toMatchObject([[{ message: "The queue is down." }]]);
});

test("codes and links wait in a queue of their own, which is emptied at once", async () => {
  const sent: unknown[] = [];
  const queue = (name: string) =>
    ({
      send: async (body: unknown) => void sent.push([name, body]),
      sendBatch: async (bodies: unknown) => void sent.push([name, bodies]),
    }) as unknown as Queue;
  const queueMail = bindingMailQueue({ ...env, CODES: queue("CODES"), MAILS: queue("MAILS") });
  const urgent = { mail: { to: ANNA, subject: "", text: "", html: "" }, expiresAt: NOW };
  await queueMail(["sites.site:7", "sites.site:8"]);
  await queueMail(urgent);
  expect(sent).toEqual([
    ["MAILS", [{ body: "sites.site:7" }, { body: "sites.site:8" }]],
    ["CODES", urgent],
  ]);
  const codes = env.QUEUE_CONSUMERS.find(({ queue: name }) => name === "directory-codes");
  expect(codes).toMatchObject({ max_batch_timeout: 0, dead_letter_queue: "directory-dead-letters" });
  expect(codes).not.toHaveProperty("max_concurrency");
});
