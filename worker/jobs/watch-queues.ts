import { MINUTE_MS } from "#schema/dates.ts";
import type { Bindings } from "../env.ts";
import { raiseAlert } from "../features/alerts/raise.ts";
import type { Ports } from "../ports.ts";
import { WATCHED_QUEUES } from "../queues.ts";
import type { Queued } from "./cron-runs.ts";

const WAIT_MAX_MS = 30 * MINUTE_MS;

type Parts = { env: Bindings; ports: Ports; now: number; queued: { before: Queued; now: Queued } };

/**
 * Stores how many messages wait in each queue in `queued.now`. A queue grows if its oldest message has waited for half
 * an hour, and no fewer messages wait than in the run before: a large import alone fills a queue, but it shrinks again.
 */
export async function watchQueues({ env, ports, now, queued }: Parts): Promise<void> {
  await Promise.all(
    Object.entries(WATCHED_QUEUES).map(async ([name, queueOf]) => {
      const { backlogCount, oldestMessageTimestamp } = await queueOf(env).metrics();
      queued.now[name] = backlogCount;
      const before = queued.before[name] ?? 0;
      if (before === 0 || backlogCount < before || !oldestMessageTimestamp) return;
      const minutes = Math.floor((now - oldestMessageTimestamp.getTime()) / MINUTE_MS);
      if (minutes * MINUTE_MS < WAIT_MAX_MS) return;
      await raiseAlert(
        { env, ports },
        "queue",
        `${name}: ${backlogCount.toLocaleString("en-GB")} messages, the oldest for ${minutes} minutes.`,
      );
    }),
  );
}
