import { lt } from "drizzle-orm";
import { challenges, rateCounters, sessions } from "#schema/tables/accounts.ts";
import { siteConfig } from "../config.ts";
import type { Bindings } from "../env.ts";
import { removeAbandoned } from "../features/accounts/sign-ups.ts";
import { recordTotals } from "../features/analytics/queries.ts";
import { removeUnusedRemoteImages } from "../features/media/remote-image-uses.ts";
import { removeUnusedUploads } from "../features/media/uploads.ts";
import { removeUnnamedTargets } from "../features/targets/remove.ts";
import { connect } from "../http/database.ts";
import type { Ports } from "../ports.ts";
import { checkPayments } from "./check-payments.ts";

/**
 * What the cron trigger runs. Each job may run twice, late or not at all without harm, and none waits for another to
 * succeed.
 * @throws AggregateError of what failed, so that the run counts as failed.
 */
export async function runSchedule(env: Bindings, ports: Ports): Promise<void> {
  const db = connect(env.DB);
  const now = ports.now();
  const done = await Promise.allSettled([
    db.batch([
      db.delete(challenges).where(lt(challenges.expiresAt, now)),
      removeAbandoned(db, now),
      db.delete(sessions).where(lt(sessions.expiresAt, now)),
      db.delete(rateCounters).where(lt(rateCounters.expiresAt, now)),
      recordTotals(db, now),
    ]),
    checkPayments({ db, ports, config: siteConfig(env) }),
    removeUnusedUploads(db, env.MEDIA, now),
    removeUnusedRemoteImages(db, env.MEDIA, now),
    removeUnnamedTargets(db),
  ]);
  const failures = done.flatMap((job) => (job.status === "rejected" ? [job.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, "Part of the schedule failed.");
}
