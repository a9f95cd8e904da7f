import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { claimMail, deleteMail, listDueMails, scheduleRetry, toMail } from "./queries.ts";

type Parts = Pick<Ports, "now" | "sendMail">;

/**
 * Sends a mail from the outbox now. Returns false if this call did not send it; cron tries again while attempts are
 * left. Errors are logged, never thrown. An accepted mail is not sent again, even if its row cannot be deleted.
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

export async function sendDueMails(db: Db, ports: Parts): Promise<void> {
  for (const { key } of await listDueMails(db, ports.now())) {
    // oxlint-disable-next-line no-await-in-loop -- One after the other: the provider limits concurrent mails.
    await sendQueuedMail(db, ports, key);
  }
}
