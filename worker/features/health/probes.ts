import { desc, sql } from "drizzle-orm";
import { rateCounters, users } from "#schema/tables/accounts.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import type { Bindings } from "../../env.ts";
import { connect, violatesConstraint } from "../../db/connection.ts";
import { randomToken } from "../../http/signing.ts";
import { requireNoUnfinishedRestore } from "../backups/unfinished-restore.ts";

/** One check for each part of the platform. It rejects if the part cannot be used. */
export const PROBES: Record<string, (env: Bindings) => Promise<unknown>> = {
  d1: probeD1,
  // A read from KV returns null even if the namespace does not exist, so this probe writes.
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
  // A full database still answers reads, so this batch writes 40 KB. Its second statement fails and rolls the write back.
  await db
    .batch([
      db.insert(rateCounters).values({ ...counter, key: sql`hex(zeroblob(20000))` }),
      db.insert(rateCounters).values({ ...counter, count: sql`NULL` }),
    ])
    .catch((error: unknown) => {
      if (!violatesConstraint(error, rateCounters.count)) throw error;
    });
}

const KNOWN_PROBLEMS: [RegExp, string][] = [
  // D1's error messages: https://developers.cloudflare.com/d1/observability/debug-d1/
  [/SQLITE_FULL|disk is full|maximum DB size|maximum account storage/i, "is full"],
  [/SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database|no such table/i, "is damaged or not migrated"],
  [/restore of this database has not finished/, "has an unfinished restore"],
  // The TypeError of a missing binding: "Cannot read properties of undefined".
  [/undefined/, "is not bound"],
];

/** Returns a fixed phrase, such as "is full". The endpoint is public, so it never shows the text of an error. */
export function describeProblem(error: unknown): string {
  const messages: string[] = [];
  for (let next: unknown = error; next instanceof Error; next = next.cause) messages.push(next.message);
  return (
    KNOWN_PROBLEMS.find(([pattern]) => messages.some((message) => pattern.test(message)))?.[1] ?? "does not answer"
  );
}
