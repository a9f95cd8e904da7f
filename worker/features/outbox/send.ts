import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Mail, Ports } from "../../ports.ts";
import { enqueueMail, listDueMails } from "./queries.ts";

type Parts = { db: Db; ports: Pick<Ports, "now" | "queueMail"> };

/** Queues a mail of the outbox. If the queue is down, the error is logged, and cron queues it later. */
export async function sendFromOutbox({ ports }: Pick<Parts, "ports">, key: string): Promise<void> {
  await ports.queueMail([key]).catch(logError);
}

/**
 * Puts a mail into the outbox that no other change of D1 goes with, and queues it.
 * @throws DrizzleQueryError if D1 fails.
 */
export async function sendNotice({ db, ports }: Parts, mail: Mail): Promise<void> {
  const key = `notice:${crypto.randomUUID()}`;
  await enqueueMail(db, { key, mail, now: ports.now() });
  await sendFromOutbox({ ports }, key);
}

/** For cron. A mail that is queued twice is sent once. */
export async function sendDueMails(db: Db, ports: Parts["ports"]): Promise<void> {
  const keys = await listDueMails(db, ports.now());
  if (keys.length > 0) await ports.queueMail(keys).catch(logError);
}
