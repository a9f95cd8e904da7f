import type { Db } from "../../db/connection.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../http/deadline.ts";
import type { Ports } from "../../ports.ts";
import { leaseDueFetches } from "./queries.ts";

/** Cloudflare, "Queues: Limits". A message here has a few bytes of at most 128 kB. */
const MESSAGES_IN_A_CALL = 100;
const FETCHES_IN_A_RUN = 1000;

/** For the cron. If the queue fails, the images are sent again in an hour. */
export async function sendDueFetches(
  db: Db,
  queue: Pick<Queue, "sendBatch">,
  { now, timeout }: Pick<Ports, "now" | "timeout">,
): Promise<void> {
  const ids = await leaseDueFetches(db, { now: now(), limit: FETCHES_IN_A_RUN });
  for (let start = 0; start < ids.length; start += MESSAGES_IN_A_CALL) {
    const messages = ids.slice(start, start + MESSAGES_IN_A_CALL).map((id) => ({ body: id }));
    await withDeadline(queue.sendBatch(messages), timeout(SERVICE_TIMEOUT_MS));
  }
}
