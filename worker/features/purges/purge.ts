import { SERVICE_TIMEOUT_MS, withDeadline } from "../../http/deadline.ts";
import type { Bindings } from "../../env.ts";
import { collectChanged } from "../../http/edge-scope.ts";
import { logError, logInfo } from "../../log.ts";
import type { Ports, Subject } from "../../ports.ts";

/** Cloudflare, "Purge cache": the tags in one call. A message has at most as many, so it is far below 128 kB. */
const SUBJECTS_MAX = 100;

/** A message of the queue. `isSecond`: the subjects were purged before. */
export type Purge = { subjects: Subject[]; isSecond?: true };

/** Returns the subjects of one purge: those given, or `all` if they are too many for one call. */
export const inOneCall = (subjects: Iterable<Subject>): Subject[] => {
  const different = [...new Set(subjects)];
  return different.includes("all") || different.length > SUBJECTS_MAX ? ["all"] : different;
};

type Parts = { env: Pick<Bindings, "PURGES">; ports: Pick<Ports, "purgeCache" | "timeout"> };

/**
 * Purges what `work` changed when it has ended, also if it failed. The queue collects the purges of many changes
 * (`consumePurges`). A purge that `isUrgent` is also sent directly, before the function returns; so is one that the queue
 * does not accept. If both fail, the age of the cached responses bounds how long they are served.
 */
export async function purgeAfter<T>({ env, ports }: Parts, work: () => Promise<T>, isUrgent = () => false): Promise<T> {
  const changed = new Set<Subject>();
  try {
    return await collectChanged(changed, work);
  } finally {
    if (ports.purgeCache && changed.size > 0)
      await send(
        env,
        { ...ports, purgeCache: ports.purgeCache },
        { subjects: inOneCall(changed), isUrgent: isUrgent() },
      );
  }
}

async function send(
  { PURGES: queue }: Parts["env"],
  { purgeCache, timeout }: Pick<Ports, "timeout"> & { purgeCache: NonNullable<Ports["purgeCache"]> },
  { subjects, isUrgent }: { subjects: Subject[]; isUrgent: boolean },
): Promise<void> {
  const sending = queue.send({ subjects } satisfies Purge);
  const queued = withDeadline(sending, timeout(SERVICE_TIMEOUT_MS)).catch((error: unknown) => {
    logError(error);
    if (!isUrgent) return purgeCache(subjects);
  });
  const direct = isUrgent ? purgeCache(subjects) : Promise.resolve();
  // A purge that is refused here is made by the queue.
  const purged = direct.catch((reason: unknown) => logInfo({ notPurged: subjects, reason: String(reason) }));
  await Promise.all([queued, purged]).catch(logError);
}
