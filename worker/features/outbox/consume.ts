import { toIso } from "#schema/values/dates.ts";
import { connect, type Db } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { logError } from "../../log.ts";
import { mailOperatorHourly } from "../alerts/mail-operator.ts";
import { countAccepted, dailyLimit, noteRefusal } from "./quota.ts";
import { MailFailed, type Ports, type UrgentMail } from "../../ports.ts";
import { claimMail, finishMail, keepUnsent, recordFailure, toMail } from "./queries.ts";

type Batch<T> = { messages: readonly Pick<Message<T>, "id" | "body" | "attempts" | "timestamp" | "ack" | "retry">[] };
type Delivery<T> = Batch<T>["messages"][number];
type Parts = { db: Db; env: Bindings; ports: Ports };

const FIRST_RETRY_SECONDS = 5;
/** Also after an outage of D1. */
const LAST_RETRY_SECONDS = 3600;

/** The seconds until the next attempt: 5, 10, 20 and so on, at most an hour. */
const delayAfter = (attempts: number) => Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LAST_RETRY_SECONDS);

/**
 * The consumer of urgent mails. It sends them at the same time, so that one that hangs delays no other. A message that
 * arrives twice is sent twice, which does no harm: the code in it is the same.
 */
export async function consumeCodes({ messages }: Batch<UrgentMail>, env: Bindings, ports: Ports): Promise<void> {
  const parts = { db: connect(env.DB), env, ports };
  await Promise.all(messages.map(async (message) => acknowledge(message, () => sendUrgent(parts, message))));
}

/** The consumer of keys of mails in the outbox. The row is the truth, so messages may be lost, late or repeated. */
export async function consumeMails({ messages }: Batch<string>, env: Bindings, ports: Ports): Promise<void> {
  const parts = { db: connect(env.DB), env, ports };
  for (const message of messages) {
    await acknowledge(message, () => sendClaimed(parts, message.body));
  }
}

/**
 * The consumer of urgent mails that the queue gave up, because their consumer was interrupted or D1 was down. The operator
 * learns of them, because people may wait for a code.
 */
export async function consumeDeadLetters({ messages }: Batch<UrgentMail>, env: Bindings, ports: Ports): Promise<void> {
  const parts = { db: connect(env.DB), env, ports };
  await Promise.all(
    messages.map(async (message) => acknowledge(message, () => giveUp(parts, message, "The queue gave the email up."))),
  );
  const since = Math.min(...messages.map(({ timestamp }) => timestamp.getTime()));
  await mailOperatorHourly(parts, {
    title: "Emails with a code or a link were given up",
    action:
      "Look at “Unsent emails” in the admin: these people wait for an email. Find the cause in the log of the queue's consumer, and look at Cloudflare's status page. The next email about this comes after an hour at the earliest.",
    facts: [
      ["What failed", "the queue of emails with a code or a link"],
      ["Since", toIso(since)],
    ],
  });
}

/** Repeats the message later if `work` fails. `work` returns the seconds until it should be repeated, if at all. */
async function acknowledge(message: Delivery<unknown>, work: () => Promise<number | void>): Promise<void> {
  try {
    const delaySeconds = await work();
    if (delaySeconds === undefined) message.ack();
    else message.retry({ delaySeconds });
  } catch (error) {
    logError(error);
    message.retry({ delaySeconds: delayAfter(message.attempts) });
  }
}

async function sendUrgent(parts: Parts, message: Delivery<UrgentMail>): Promise<number | void> {
  const { db, ports } = parts;
  const { mail, expiresAt } = message.body;
  if (ports.now() >= expiresAt) return giveUp(parts, message, "Its code or link expired before it was sent.");
  try {
    await ports.sendMail(mail);
  } catch (error) {
    logError(error);
    const { isFinal, isOverQuota, failure } = factsOf(error);
    if (isOverQuota) await noteRefusal(db, ports.now());
    const delaySeconds = delayAfter(message.attempts);
    if (!isFinal && ports.now() + delaySeconds * 1000 < expiresAt) return delaySeconds;
    return giveUp(parts, message, failure);
  }
  await countAccepted(db, ports.now()).catch(logError);
}

async function giveUp(parts: Parts, message: Delivery<UrgentMail>, failure: string): Promise<void> {
  const { id, attempts: tries, timestamp, body } = message;
  const now = parts.ports.now();
  await keepUnsent(parts.db, { id, mail: body.mail, tries, failure, queuedAt: timestamp.getTime(), now });
}

/**
 * Sends a mail of the outbox. Cron repeats failed attempts. An accepted mail is not sent again, even if its row cannot
 * be deleted.
 * @throws an error of D1 if D1 fails before the attempt or after a failed one.
 */
async function sendClaimed(parts: Parts, key: string): Promise<void> {
  const { db, env, ports } = parts;
  const claimed = await claimMail(db, key, { now: ports.now(), limit: dailyLimit(env) });
  if (!claimed) return;
  try {
    await ports.sendMail(toMail(claimed));
  } catch (error) {
    logError(error);
    const { isOverQuota, isFinal, failure } = factsOf(error);
    await recordFailure(db, claimed, { failure, isFinal, isOverQuota, now: ports.now() });
    return;
  }
  await finishMail(db, claimed, ports.now()).catch(logError);
}

/** `failure` is a sentence for staff, without personal data. */
function factsOf(error: unknown): { failure: string; isFinal: boolean; isOverQuota: boolean } {
  if (!(error instanceof MailFailed)) {
    return { failure: "The mail service did not answer.", isFinal: false, isOverQuota: false };
  }
  return { failure: error.message, isFinal: error.isFinal, isOverQuota: error.isOverQuota };
}
