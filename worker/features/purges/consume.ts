import { SERVICE_TIMEOUT_MS, withDeadline } from "../../http/deadline.ts";
import type { Bindings } from "../../env.ts";
import { logInfo } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { inOneCall, type Purge } from "./purge.ts";

/**
 * Between two purges. Cloudflare allows an account five a minute: four leave one for take-downs, which go first because
 * the 25 that a quiet account has saved are theirs alone.
 * https://developers.cloudflare.com/cache/how-to/purge-cache/#availability-and-limits
 */
const PURGE_EVERY_MS = 15_000;
/** After a purge, a cached response can come from a replica of D1 that lags. So everything is purged a second time. */
const SECOND_AFTER_SECONDS = 30;

/**
 * The consumer of the queue of purges. It purges all subjects of a batch with one call, and ends only when the next call
 * is allowed. The queue runs one consumer at a time, so changes that come in between are collected. A message can arrive
 * twice: a purge can be repeated.
 */
export async function consumePurges(
  batch: Pick<MessageBatch, "messages" | "retryAll">,
  env: Bindings,
  ports: Ports,
): Promise<void> {
  const { purgeCache } = ports;
  // Nothing is kept in front of local runs.
  if (!purgeCache) return;
  const purges = batch.messages.map(({ body }) => body as Purge);
  try {
    await purgeCache(inOneCall(purges.flatMap(({ subjects }) => subjects)));
    const first = inOneCall(purges.flatMap(({ subjects, isSecond }) => (isSecond ? [] : subjects)));
    if (first.length > 0) {
      const second = { subjects: first, isSecond: true } satisfies Purge;
      const sending = env.PURGES.send(second, { delaySeconds: SECOND_AFTER_SECONDS });
      await withDeadline(sending, ports.timeout(SERVICE_TIMEOUT_MS));
    }
  } catch (error) {
    logInfo({ notPurged: purges.length, reason: String(error) });
    batch.retryAll();
  }
  await ports.wait(PURGE_EVERY_MS);
}
