import type { Db } from "../../db/connection.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../http/deadline.ts";
import type { Ports } from "../../ports.ts";
import { listDueChecks } from "./queries.ts";

/** A message of the queue: ids of sites. */
export type ChecksMessage = { sites: number[] };

/** With a run every ten minutes, 432,000 in a month. */
const SITES_IN_A_RUN = 100;

/** For the cron. A site that is queued twice is checked once. */
export async function sendDueChecks(
  db: Db,
  queue: Pick<Queue, "sendBatch">,
  { now, timeout }: Pick<Ports, "now" | "timeout">,
): Promise<void> {
  const body: ChecksMessage = { sites: await listDueChecks(db, { now: now(), limit: SITES_IN_A_RUN }) };
  if (body.sites.length > 0) await withDeadline(queue.sendBatch([{ body }]), timeout(SERVICE_TIMEOUT_MS));
}
