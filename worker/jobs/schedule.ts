import { inArray, lt } from "drizzle-orm";
import { codes, mailedLinks, rateCounters, sessions } from "#schema/tables/accounts.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { readDirectoryConfig } from "../config.ts";
import type { Bindings } from "../env.ts";
import { deleteAbandonedAccounts } from "../features/accounts/sign-up/sign-ups.ts";
import { clearRecentCopies } from "../features/accounts/codes.ts";
import { isPastMaxAge } from "../features/sessions/queries.ts";
import { recordTotals } from "../features/analytics/queries.ts";
import { removeUnusedRemoteImages } from "../features/media/remote-image-uses.ts";
import { removeUnusedUploads } from "../features/media/uploads.ts";
import { sendDueMails } from "../features/outbox/send.ts";
import { forgetUnusedWords } from "../features/search/known-words.ts";
import { removeUnnamedTargets } from "../features/targets/remove.ts";
import { retryIdempotent } from "../http/retry.ts";
import { connect, type Db } from "../db/connection.ts";
import type { Ports } from "../ports.ts";
import { checkPayments } from "./check-payments.ts";

/** Rows that one statement removes at most, because D1 answers nobody else while it runs. The rest goes with the next run. */
const ROWS_AT_ONCE = 1_000;

type Parts = { db: Db; env: Bindings; ports: Ports; config: DirectoryConfig; now: number };

/** By name. Each may run twice, late or not at all without harm, and none waits for another to succeed. */
const STEPS: Record<string, (parts: Parts) => PromiseLike<unknown>> = {
  "expired links": ({ db, now }) => {
    const { id, expiresAt } = mailedLinks;
    const expired = db.select({ id }).from(mailedLinks).where(lt(expiresAt, now)).limit(ROWS_AT_ONCE);
    return db.delete(mailedLinks).where(inArray(id, expired));
  },
  "expired codes": ({ db, now }) => {
    const { id, expiresAt } = codes;
    const expired = db.select({ id }).from(codes).where(lt(expiresAt, now)).limit(ROWS_AT_ONCE);
    return db.delete(codes).where(inArray(id, expired));
  },
  "codes that KV has carried": ({ db, now }) => clearRecentCopies(db, { now, limit: ROWS_AT_ONCE }),
  "abandoned accounts": ({ db, now }) => deleteAbandonedAccounts(db, now),
  "expired sessions": ({ db, now }) => {
    const { id } = sessions;
    const expired = db.select({ id }).from(sessions).where(isPastMaxAge(now)).limit(ROWS_AT_ONCE);
    return db.delete(sessions).where(inArray(id, expired));
  },
  "counters of limits": ({ db, now }) => {
    const { key, expiresAt } = rateCounters;
    const expired = db.select({ key }).from(rateCounters).where(lt(expiresAt, now)).limit(ROWS_AT_ONCE);
    return db.delete(rateCounters).where(inArray(key, expired));
  },
  "the day's totals": ({ db, now }) => recordTotals(db, now),
  payments: checkPayments,
  "mails that are due": ({ db, ports }) => sendDueMails(db, ports),
  "unused pictures": ({ db, env, now }) => removeUnusedUploads(db, env.MEDIA, now),
  "pictures from elsewhere that are not shown": ({ db, env, now }) => removeUnusedRemoteImages(db, env.MEDIA, now),
  "products without a site": ({ db }) => removeUnnamedTargets(db),
  "words that no listing has": ({ db, now }) => forgetUnusedWords(db, now),
};

/**
 * What the cron trigger runs.
 * @throws AggregateError of what failed, each with the name of its step, so that the run counts as failed.
 */
export async function runSchedule(env: Bindings, ports: Ports): Promise<void> {
  const parts = { db: connect(env.DB), env, ports, config: readDirectoryConfig(env), now: ports.now() };
  const failures: Error[] = [];
  await Promise.all(
    Object.entries(STEPS).map(async ([name, run]) => {
      try {
        await retryIdempotent(ports, () => run(parts));
      } catch (cause) {
        failures.push(new Error(`The schedule's step “${name}” failed.`, { cause }));
      }
    }),
  );
  if (failures.length > 0) throw new AggregateError(failures, "Part of the schedule failed.");
}
