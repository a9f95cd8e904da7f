import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { claimMail, forgetMail, listDue, putBack, toMail } from "./queries.ts";

type Parts = Pick<Ports, "now" | "sendMail">;

/**
 * Sends a mail that was kept; false if it waits for cron. What it tells of is written, so nothing here fails: what was
 * handed over is never sent again, also if D1 could not note that.
 */
export async function sendKept(db: Db, ports: Parts, key: string): Promise<boolean> {
  const claimed = await claimMail(db, key, ports.now()).catch(logError);
  if (!claimed) return false;
  try {
    await ports.sendMail(toMail(claimed));
  } catch (error) {
    logError(error);
    await putBack(db, claimed, ports.now()).catch(logError);
    return false;
  }
  await forgetMail(db, claimed).catch(logError);
  return true;
}

/** For cron: what could not be sent before. */
export async function sendDue(db: Db, ports: Parts): Promise<void> {
  for (const { key } of await listDue(db, ports.now())) {
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as the provider limits how many go at once.
    await sendKept(db, ports, key);
  }
}
