import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { claimMail, deleteMail, listDueMails, scheduleRetry, toMail } from "./queries.ts";

type Parts = Pick<Ports, "now" | "sendMail">;

/**
 * Sends a mail that was kept; false if it waits for cron. What it tells of is written, so nothing here fails: what was
 * handed over is never sent again, also if D1 could not note that.
 */
export async function sendQueuedMail(db: Db, ports: Parts, key: string): Promise<boolean> {
  const claimed = await claimMail(db, key, ports.now()).catch(logError);
  if (!claimed) return false;
  try {
    await ports.sendMail(toMail(claimed));
  } catch (error) {
    logError(error);
    await scheduleRetry(db, claimed, ports.now()).catch(logError);
    return false;
  }
  await deleteMail(db, claimed).catch(logError);
  return true;
}

/** For cron: what could not be sent before. */
export async function sendDueMails(db: Db, ports: Parts): Promise<void> {
  for (const { key } of await listDueMails(db, ports.now())) {
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as the provider limits how many go at once.
    await sendQueuedMail(db, ports, key);
  }
}
