import type { Db } from "../../db/connection.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../http/deadline.ts";
import type { Ports } from "../../ports.ts";
import { listDueChecks } from "./queries.ts";

/** A message of the queue: ids of sites. */
export type ChecksMessage = { sites: number[] };

/** With a run every ten minutes, 432,000 in a month. */
const SITES_IN_A_RUN = 100;
const SITES_IN_A_MESSAGE = 10;

/** For the cron. A site that is queued twice is checked once. */
export async function sendDueChecks(
  db: Db,
  queue: Pick<Queue, "sendBatch">,
  { now, timeout }: Pick<Ports, "now" | "timeout">,
): Promise<void> {
  const ids = await listDueChecks(db, { now: now(), limit: SITES_IN_A_RUN });
  const messages: { body: ChecksMessage }[] = [];
  for (let start = 0; start < ids.length; start += SITES_IN_A_MESSAGE)
    messages.push({ body: { sites: ids.slice(start, start + SITES_IN_A_MESSAGE) } });
  if (messages.length > 0) await withDeadline(queue.sendBatch(messages), timeout(SERVICE_TIMEOUT_MS));
}
