import { inArray, lt } from "drizzle-orm";
import { codes, mailedLinks, rateCounters, sessions } from "#schema/tables/accounts.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { readDirectoryConfig } from "../config/config.ts";
import type { Bindings } from "../env.ts";
import { deleteAbandonedAccounts } from "../features/accounts/sign-up/sign-ups.ts";
import { deleteOldEntries } from "../features/audit/statements.ts";
import { isPastMaxAge } from "../features/sessions/queries.ts";
import { recordTotals } from "../features/analytics/queries.ts";
import { copyAtNight } from "../features/backups/nightly.ts";
import { showDuePosts } from "../features/blogs/queries.ts";
import { decideDueClaims } from "../features/claims/due.ts";
import { addUpDay } from "../features/figures/add-up.ts";
import { sendDueFetches } from "../features/image-fetches/send-due.ts";
import { removeUnusedRemoteImages } from "../features/media/remote-image-uses.ts";
import { removeUnusedUploads } from "../features/media/uploads.ts";
import { forgetUnsent } from "../features/outbox/queries.ts";
import { sendDueMails } from "../features/outbox/send.ts";
import { purgeAfter } from "../features/purges/purge.ts";
import { forgetUnusedWords } from "../features/search/known-words.ts";
import { vocabularyReader } from "../features/search/read-vocabulary.ts";
import { publishSynonyms } from "../features/search/synonyms.ts";
import { sendDueChecks } from "../features/life/send-due.ts";
import { passToStaff } from "../features/reports/queries.ts";
import { deleteOldSearches } from "../features/searches/queries.ts";
import { checkWatches } from "../features/search-watches/check.ts";
import { deleteExpiredWatches } from "../features/search-watches/queries.ts";
import { askMovers } from "../features/switches/moves.ts";
import { removeUnnamedProducts } from "../features/products/remove.ts";
import { retryIdempotent } from "../http/retry.ts";
import { connect, type Db } from "../db/connection.ts";
import type { Ports } from "../ports.ts";
import { tellPayers } from "../features/payments/brought.ts";
import { checkPayments } from "../features/payments/cron.ts";
import { noteFailures } from "./note-failures.ts";

/** The next run deletes the rest. D1 runs one statement at a time, so a long one delays all others. */
const ROWS_PER_DELETE = 1_000;

type Parts = {
  db: Db;
  env: Bindings;
  ports: Ports;
  config: DirectoryConfig;
  now: number;
};

/** The steps of a cron run. Each must tolerate that it runs twice, late or not at all. A failed step stops no other. */
const STEPS: Record<string, (parts: Parts) => PromiseLike<unknown>> = {
  "expired links": ({ db, now }) => {
    const { id, expiresAt } = mailedLinks;
    const expired = db.select({ id }).from(mailedLinks).where(lt(expiresAt, now)).limit(ROWS_PER_DELETE);
    return db.delete(mailedLinks).where(inArray(id, expired));
  },
  "expired codes": ({ db, now }) => {
    const { id, expiresAt } = codes;
    const expired = db.select({ id }).from(codes).where(lt(expiresAt, now)).limit(ROWS_PER_DELETE);
    return db.delete(codes).where(inArray(id, expired));
  },
  "abandoned accounts": ({ db, now }) => deleteAbandonedAccounts(db, now),
  "expired sessions": ({ db, now }) => {
    const { id } = sessions;
    const expired = db.select({ id }).from(sessions).where(isPastMaxAge(now)).limit(ROWS_PER_DELETE);
    return db.delete(sessions).where(inArray(id, expired));
  },
  "expired rate limits": ({ db, now }) => {
    const { key, expiresAt } = rateCounters;
    const expired = db.select({ key }).from(rateCounters).where(lt(expiresAt, now)).limit(ROWS_PER_DELETE);
    return db.delete(rateCounters).where(inArray(key, expired));
  },
  "codes and links that were not sent": ({ db, now }) => forgetUnsent(db, now),
  "daily totals": ({ db, now }) => recordTotals(db, now),
  "figures of a day": addUpDay,
  "due posts": ({ db, now }) => showDuePosts(db, now),
  payments: checkPayments,
  "what places brought": tellPayers,
  "searches that wait for a site": ({ db, env, ports, config }) =>
    checkWatches({
      db,
      ports,
      config,
      secretKey: env.SECRET_KEY,
      readVocabulary: vocabularyReader({ env, var: { ports } }),
    }),
  "expired watches": ({ db, now }) => deleteExpiredWatches(db, now, ROWS_PER_DELETE),
  "claims without an answer": decideDueClaims,
  "questions after a move": askMovers,
  "due mails": ({ db, ports }) => sendDueMails(db, ports),
  "links to check": ({ db, env, ports }) => sendDueChecks(db, env.IMAGE_FETCHES, ports),
  "images to fetch": ({ db, env, ports }) => sendDueFetches(db, env.IMAGE_FETCHES, ports),
  "unused images": ({ db, env, now }) => removeUnusedUploads({ db, bucket: env.MEDIA }, now),
  "unused remote images": ({ db, env, now }) => removeUnusedRemoteImages(db, env.MEDIA, now),
  "products without sites": ({ db }) => removeUnnamedProducts(db),
  synonyms: ({ db, env, ports }) => publishSynonyms(db, { kv: env.SESSIONS, ports }),
  "unused search words": ({ db, now }) => forgetUnusedWords(db, now),
  "old entries of the audit log": ({ db, now }) => deleteOldEntries(db, now, ROWS_PER_DELETE),
  "nightly copy": ({ db, env, now }) => copyAtNight({ db, bucket: env.MEDIA, now }),
  "reports for staff": ({ db, now }) => passToStaff(db, now),
  "old searches": ({ db, now }) => deleteOldSearches(db, now, ROWS_PER_DELETE),
};

/**
 * Runs all steps for the cron trigger, and mails the operator about steps that fail for an hour.
 * @throws AggregateError with one Error for each failed step, so that Cloudflare counts the run as failed.
 */
export const runSchedule = (env: Bindings, ports: Ports): Promise<void> =>
  purgeAfter({ env, ports }, () => runSteps(env, ports));

async function runSteps(env: Bindings, ports: Ports): Promise<void> {
  const [config, db, now] = [readDirectoryConfig(env), connect(env.DB), ports.now()];
  const parts: Parts = { db, env, ports, config, now };
  const failures: Error[] = [];
  const failed: string[] = [];
  await Promise.all(
    Object.entries(STEPS).map(async ([name, step]) => {
      try {
        await retryIdempotent(ports, () => step(parts));
      } catch (cause) {
        failed.push(name);
        failures.push(new Error(`The cron step “${name}” failed.`, { cause }));
      }
    }),
  );
  await noteFailures(parts, failed);
  if (failures.length > 0) throw new AggregateError(failures, "Some cron steps failed.");
}
