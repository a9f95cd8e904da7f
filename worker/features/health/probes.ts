import { desc, sql } from "drizzle-orm";
import { rateCounters, users } from "#schema/tables/accounts.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import type { Bindings } from "../../env.ts";
import { connect, violatesConstraint } from "../../db/connection.ts";
import { randomToken } from "../../http/signing.ts";
import { requireNoUnfinishedRestore } from "../backups/unfinished-restore.ts";

/** Each part is asked what a page asks of it; rejects if it does not do that. */
export const PROBES: Record<string, (env: Bindings) => Promise<unknown>> = {
  d1: probeD1,
  // KV answers a read as if there were nothing, also if the namespace is gone.
  kv: async ({ SESSIONS }) => SESSIONS.put(`health:${randomToken()}`, "", { expirationTtl: 60 }),
  async r2({ MEDIA }) {
    const key = `health/${randomToken()}`;
    await MEDIA.put(key, "");
    await MEDIA.delete(key);
  },
};

async function probeD1({ DB }: Bindings): Promise<void> {
  const db = connect(DB);
  await requireNoUnfinishedRestore(db);
  await db.batch([
    db.select({ id: users.id }).from(users).orderBy(desc(users.id)).limit(1),
    db.select({ id: sites.id }).from(sites).orderBy(desc(sites.id)).limit(1),
    db.select({ value: counters.value }).from(counters).limit(1),
  ]);
  const counter = { key: "health", count: 0, expiresAt: 0 };
  // A full database still answers, so some pages are written, and taken back by the statement that fails.
  await db
    .batch([
      db.insert(rateCounters).values({ ...counter, key: sql`hex(zeroblob(20000))` }),
      db.insert(rateCounters).values({ ...counter, count: sql`NULL` }),
    ])
    .catch((error: unknown) => {
      if (!violatesConstraint(error, rateCounters.count)) throw error;
    });
}

/** How D1 and the runtime below it name what is wrong (developers.cloudflare.com/d1/observability/debug-d1). */
const KNOWN_PROBLEMS: [RegExp, string][] = [
  [/SQLITE_FULL|disk is full|maximum DB size|maximum account storage/i, "is full"],
  [/SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database|no such table/i, "is damaged or not migrated"],
  [/restore of this database was broken off/, "holds part of a restore"],
  [/undefined/, "is not bound"],
];

/** A few words for who watches, none of the part's own. */
export function describeProblem(error: unknown): string {
  const messages: string[] = [];
  for (let next: unknown = error; next instanceof Error; next = next.cause) messages.push(next.message);
  return (
    KNOWN_PROBLEMS.find(([pattern]) => messages.some((message) => pattern.test(message)))?.[1] ?? "does not answer"
  );
}
